/** Stems of folded Indonesian words: Snowball's, where its rules suffice. */
import { stemmer } from '@orama/stemmers/indonesian';
import { irregularForms } from './irregular-forms.ts';

/** Words that begin with k or t. The prefixes of `pengering` and `menulis` replace it, so Snowball's stem lacks it. */
const REPLACED_INITIALS: ReadonlySet<string> = new Set(
  `kait karat kemas kempis kencang kental kering kerik kikir kikis kilap kocok kuat kukur kukus kunci kupas kuras
  tabung tahan tajam takar tampung tanak tanam tangkal tangkap tapis tarik tata tebal tekan tempel tepuk terang tetes
  timbang tindik tiup tolak topang tulis tumbuk tumis tumpuk tunjuk tusuk tutup`.split(/\s+/),
);
const REPLACES_K = /^[mp]eng/;
const REPLACES_T = /^[mp]en/;

/** Words of which Snowball takes the first or the last letters for a prefix or an ending. */
const IRREGULAR = irregularForms('masak/memasak/pemasak/masakan pakai/memakai kemas/kemasan');

const POSSESSIVE = /(?<=...)nya$/;
/** `kemeja` (a shirt) has no prefix. The prefix of `kebersihan` comes with an ending. */
const BEGINS_WITH_KE = /^ke(?!.*an$)/;

export function stemIndonesian(word: string): string {
  const noun = word.replace(POSSESSIVE, '');
  if (BEGINS_WITH_KE.test(noun)) return noun;
  const stem = stemmer(noun);
  const [ofK, ofT] = [`k${stem}`, `t${stem}`];
  if (REPLACES_K.test(noun) && REPLACED_INITIALS.has(ofK)) return ofK;
  if (REPLACES_T.test(noun) && REPLACED_INITIALS.has(ofT)) return ofT;
  return IRREGULAR.get(noun) ?? stem;
}
