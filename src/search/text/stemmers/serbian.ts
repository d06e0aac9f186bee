/**
 * Stems of folded Serbian nouns and adjectives, in both scripts: those of the folded Latin spelling, as shoppers type it.
 * Snowball writes Cyrillic words with marks (`kočion`), so `kocione` had another stem than `кочионе`.
 */
import { stemCroatian, stemPrefixCroatian } from './croatian.ts';
import { irregularForms } from './irregular-forms.ts';

const CYRILLIC = /[ђжјљњћчџшабвгдезиклмнопрстуфхц]/g;
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а=a б=b в=v г=g д=d ђ=d е=e ж=z з=z и=i ј=j к=k л=l љ=lj м=m н=n њ=nj о=o п=p р=r с=s т=t ћ=c у=u ф=f х=h ц=c ч=c ' +
    'џ=dz ш=s'
  )
    .split(' ')
    .map((pair) => pair.split('=')),
);

/** Where `l` is `o` at the end, and others. */
const IRREGULAR = irregularForms(`
  beo/bela/belo/beli/bele/belog/beloj/belu/belih/belim deo/dela/delu/delom/delovi/delova/delove/delovima
  sto/stola/stolu/stolom/stolovi/stolova/stolove/stolovima dete/deteta/detetu/deca/dece/deci/decu/decom`);

export function stemSerbian(word: string): string {
  const latin = latinOf(word);
  return IRREGULAR.get(latin) ?? stemCroatian(latin);
}

export const stemPrefixSerbian = (word: string): string => stemPrefixCroatian(latinOf(word));

const latinOf = (word: string): string => word.replace(CYRILLIC, (letter) => LATIN[letter] ?? letter);
