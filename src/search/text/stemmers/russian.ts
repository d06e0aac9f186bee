/**
 * Stems of folded Russian words: Snowball's, without the vowel that only some forms have: `сумок` and `сумка`, `чехол`
 * and `чехлы`. Words that have it in all forms lose it in all.
 */
import { stemmer } from '@orama/stemmers/russian';
import { irregularForms } from './irregular-forms.ts';

/** `белок` (protein) isn't `белка` (a squirrel). */
const IRREGULAR = irregularForms(`
  белок серьг/серег яйц/яиц`);

const FLEETING_VOWEL = /(?<=..[^аеиоуыэюя])(?:[ое](?=к$)|е(?=ц$))/;
/** Before other consonants most words have the vowel in all forms, so these are listed. */
const FLEETING_VOWEL_OF =
  /(?<=^(?:чех|кот|коз|кук|стек|туф|кап|пет|ваф|мас|крес|рем|кам|перст|кух|ок|вед|баш|виш))[ое](?=[лнр]$)/;
/** `батареек` and `батарейка`. */
const FLEETING_VOWEL_OF_J = /(?<=[аео])ек$/;
/** `кольцо` and `колец`. */
const SOFT_SIGN = /(?<=..)ь(?=[кц]$)/;

export function stemRussian(word: string): string {
  const stem = stemmer(word);
  const irregular = IRREGULAR.get(stem);
  if (irregular !== undefined) return irregular;
  return stem
    .replace(FLEETING_VOWEL_OF_J, 'йк')
    .replace(FLEETING_VOWEL, '')
    .replace(FLEETING_VOWEL_OF, '')
    .replace(SOFT_SIGN, '');
}
