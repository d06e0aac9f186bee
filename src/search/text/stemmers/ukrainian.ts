/**
 * Stems of folded Ukrainian words: Snowball's, without the vowel that only some forms have (`сумок` and `сумка`), with
 * the `о` or `е` that is `і` in the last syllable (`ніж` and `ножі`), without the end of a verb in `зимова`, and without
 * the ending of diminutives: `пляшечка` is `пляшка`.
 */
import { stemmer } from '@orama/stemmers/ukrainian';
import { irregularForms } from './irregular-forms.ts';

const ADJECTIVE_IN_OV = /(?<=..ов)(?:ий|[аеіу]|их|им|ими|ого|ому|ою|ої)$/;
const FLEETING_VOWEL = /(?<=..[^аеиіоуюяєї])(?:[ое](?=к$)|е(?=ц$))/;
/** Before other consonants most words have the vowel in all forms, so these are listed. */
const FLEETING_VOWEL_OF = /(?<=^(?:чох|кріс|вік|сук|відр|від|дзерк|пес|ков))[ое](?=[лнр]$)/;
const FLEETING_VOWEL_OF_J = /(?<=[ає])йок$/;
const SOFT_SIGN = /(?<=..)ь(?=[цк]$)/;
/** First-aid kits and shirts are no small pharmacies and magpies. */
const NO_DIMINUTIVE = /^(?:апт|сор)[ое]чк$/;
const DIMINUTIVE = /(?<=...)[ое]чк$/;
/** `маєчка` and `майка`. */
const DIMINUTIVE_OF_J = /(?<=[аеиі])єчк$/;
/** By Snowball's stem: `і` in a closed syllable, and nouns that it takes for verbs. */
const IRREGULAR = irregularForms(`
  нож/ніж стол/стіл чобот/чобіт кот/кіт ремен/ремін камен/камін колес/коліс дитин/діт нігт/нігот лікт/лікот кігт/кігот
  рукоят/руко`);

export function stemUkrainian(word: string): string {
  const stem = stemOfForm(word);
  return NO_DIMINUTIVE.test(stem) ? stem : stem.replace(DIMINUTIVE_OF_J, 'йк').replace(DIMINUTIVE, 'к');
}

/** The stem of a diminutive with its ending, which has the beginnings that are typed; null for other words. */
export function speltStemUkrainian(word: string): string | null {
  const spelt = stemOfForm(word);
  return spelt === stemUkrainian(word) ? null : spelt;
}

/** The stem of the forms of one word. */
function stemOfForm(word: string): string {
  if (ADJECTIVE_IN_OV.test(word)) return word.replace(ADJECTIVE_IN_OV, '');
  const stem = stemmer(word);
  return (
    IRREGULAR.get(stem) ??
    stem
      .replace(FLEETING_VOWEL_OF_J, 'йк')
      .replace(FLEETING_VOWEL, '')
      .replace(FLEETING_VOWEL_OF, '')
      .replace(SOFT_SIGN, '')
  );
}
