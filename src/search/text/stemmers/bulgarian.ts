/**
 * Stems of folded Bulgarian nouns and adjectives: without the article, and without the endings of number and gender
 * (Nakov's rules, as in Lucene). The library's stemmer of these rules throws an error for `възглавници`.
 */
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common. */
const IRREGULAR = irregularForms(`
  дец/дете/детето/деца/децата цвет/цветя/цветята`);

const ARTICLE = /(?<=....)(?:ият|[ъя]т|(?<=[ое])то|(?<=[аеия])те|(?<=[ая])та|ия)$/;
const PLURAL = /(?<=...)(?:ове|еве|ища|(?<=е)та)$/;
const LAST_VOWELS = /(?<=..)(?:ьо|[аоеияй]+)$/;
/** `чайници` of `чайник`. So `възглавница` ends with к, too. */
const SOFTENED = /(?<=ни)ц$/;
/** A vowel that most forms lack: `черен` and `черна`, `малък` and `малка`. */
const FLEETING_VOWEL = /(?<=..)[еъ](?=[нклрц]$)/;
/** `лятна` and `летен`, `бяла` and `бели`. */
const YAT = /(?<=.)я(?=[^аеиоуъюя]+$)/;

export function stemBulgarian(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  const bare = word.replace(ARTICLE, '').replace(PLURAL, '').replace(LAST_VOWELS, '');
  return bare.replace(SOFTENED, 'к').replace(FLEETING_VOWEL, '').replace(YAT, 'е');
}
