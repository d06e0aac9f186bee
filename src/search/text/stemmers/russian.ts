/**
 * Stems of folded Russian words: Snowball's, without the vowel that only some forms have (`сумок` and `сумка`, `чехол`
 * and `чехлы`), and without the ending of diminutives: `шапочка` is `шапка`. Words that have the vowel in all forms lose
 * it in all.
 */
import { stemmer } from '@orama/stemmers/russian';
import { irregularForms } from './irregular-forms.ts';

/**
 * By Snowball's stem. `белок` (protein) isn't `белка` (a squirrel), and `кровать` isn't a verb. The vowel of the last three
 * stands before a consonant that most words have it before in all forms.
 */
const IRREGULAR = irregularForms(`
  белок серьг/серег яйц/яиц кроват/крова печат/печа рукоят/рукоя памят/памя ногт/ногот когт/когот локт/локот`);

const FLEETING_VOWEL = /(?<=..[^аеиоуыэюя])(?:[ое](?=к$)|е(?=ц$))/;
/** Before other consonants most words have the vowel in all forms, so these are listed. */
const FLEETING_VOWEL_OF =
  /(?<=^(?:чех|кот|коз|кук|стек|туф|кап|пет|ваф|мас|крес|рем|кам|перст|кух|ок|вед|баш|виш))[ое](?=[лнр]$)/;
/** `батареек` and `батарейка`. */
const FLEETING_VOWEL_OF_J = /(?<=[аео])ек$/;
/** `кольцо` and `колец`. */
const SOFT_SIGN = /(?<=..)ь(?=[кц]$)/;
/** First-aid kits, sticks, shirts and bow ties are no small pharmacies, poles, magpies and grandmothers. */
const NO_DIMINUTIVE = /^(?:апт|пал|сор|баб)[ое]чк$/;
const DIMINUTIVE = /(?<=...|^юб|^ел|^ут)[ое]чк$/;
/** `маечка` and `майка`. */
const DIMINUTIVE_OF_J = /(?<=[аеио])ечк$/;

export function stemRussian(word: string): string {
  const stem = speltStemRussian(word);
  return NO_DIMINUTIVE.test(stem) ? stem : stem.replace(DIMINUTIVE_OF_J, 'йк').replace(DIMINUTIVE, 'к');
}

/** The stem of the forms of one word, of a diminutive with its ending, which has the beginnings that are typed. */
export function speltStemRussian(word: string): string {
  const stem = stemmer(word);
  const irregular = IRREGULAR.get(stem);
  if (irregular !== undefined) return irregular;
  return stem
    .replace(FLEETING_VOWEL_OF_J, 'йк')
    .replace(FLEETING_VOWEL, '')
    .replace(FLEETING_VOWEL_OF, '')
    .replace(SOFT_SIGN, '');
}
