/**
 * Stems of folded Ukrainian words: Snowball's, without the vowel that only some forms have (`сумок` and `сумка`), with
 * the `о` or `е` that is `і` in the last syllable (`ніж` and `ножі`), and without the end of a verb in `зимова`.
 */
import { stemmer } from '@orama/stemmers/ukrainian';
import { irregularForms } from './irregular-forms.ts';

const ADJECTIVE_IN_OV = /(?<=..ов)(?:ий|[аеіу]|их|им|ими|ого|ому|ою|ої)$/;
const FLEETING_VOWEL = /(?<=..[^аеиіоуюяєї])(?:[ое](?=к$)|е(?=ц$))/;
/** Before other consonants most words have the vowel in all forms, so these are listed. */
const FLEETING_VOWEL_OF = /(?<=^(?:чох|кріс|вік|сук|відр|від|дзерк|пес|ков))[ое](?=[лнр]$)/;
const FLEETING_VOWEL_OF_J = /(?<=[ає])йок$/;
const SOFT_SIGN = /(?<=..)ь(?=[цк]$)/;
/** `і` in a closed syllable. */
const CLOSED = irregularForms(`
  нож/ніж стол/стіл чобот/чобіт кот/кіт ремен/ремін камен/камін колес/коліс дитин/діт`);

export function stemUkrainian(word: string): string {
  if (ADJECTIVE_IN_OV.test(word)) return word.replace(ADJECTIVE_IN_OV, '');
  const stem = stemmer(word);
  return (
    CLOSED.get(stem) ??
    stem
      .replace(FLEETING_VOWEL_OF_J, 'йк')
      .replace(FLEETING_VOWEL, '')
      .replace(FLEETING_VOWEL_OF, '')
      .replace(SOFT_SIGN, '')
  );
}
