/**
 * Stems of folded Bulgarian nouns and adjectives: without the article, and without the endings of number and gender
 * (Nakov's rules, as in Lucene). The library's stemmer of these rules throws an error for `възглавници`.
 */
import { irregularForms } from './irregular-forms.ts';

/** By stem: words whose forms have little in common. */
const IRREGULAR = irregularForms(`
  дет/дек нокт/нок път/пътищ сем/семн зайк/зак анцуг/анцуз каталог/каталоз кожух/кожус ауспух/ауспус`);

/** Nouns whose `т` isn't of an article or a plural: `пакета` isn't formed as `масата`, nor `ракета` as `кафета`. */
const NOUN_IN_T = new RegExp(
  `^(?:${[
    'билет|браслет|букет|диет|жилет|кабинет|корсет|котлет|кювет|магнет|монет|пакет|палет|паркет|пистолет|планет|ракет|сигарет',
    'табурет|таблет|тапет|тоалет|автомат|(?:фото)?апарат|аромат|домат|концентрат|лопат|препарат|салат|субстрат|формат|халат',
  ].join('|')})(?=(?:а|ата|ът|и|ите)?$)`,
);
/** A loanword keeps its vowel: `поло` isn't `пола` (a skirt). */
const LOANWORD = /^(?:боди|поло)(?=(?:то|та|тата)?$)/;
const ARTICLE = /(?<=....)(?:ият|ят|(?<=[аеия])те|(?<=[ая])та|ия)$|(?<=...)ът$|(?<=...[оую]|..е)то$|(?<=..щ)та$/;
const PLURAL = /(?<=...)(?:ове|еве|(?<=[еую])та)$/;
const LAST_VOWELS = /(?<=..)(?:ьо|[аоеияй]+)$/;
/** A vowel that most forms lack: `черен` and `черна`, `дълъг` and `дълга`. */
const FLEETING_VOWEL = /(?<=..)(?:[еъ](?=[нклрц]$)|ъ(?=г$))/;
/** `чайници` of `чайник`. So `възглавница` ends with к, too. */
const SOFTENED = /(?<=..)ц$/;
/** `лятна` and `летен`, `бяла` and `бели`. */
const YAT = /(?<=.)я(?=[^аеиоуъюя]+$)/;

export function stemBulgarian(word: string): string {
  const noun = (NOUN_IN_T.exec(word) ?? LOANWORD.exec(word))?.[0];
  if (noun !== undefined) return noun;
  const bare = word.replace(ARTICLE, '').replace(PLURAL, '').replace(LAST_VOWELS, '');
  const stem = bare.replace(FLEETING_VOWEL, '').replace(SOFTENED, 'к').replace(YAT, 'е');
  return IRREGULAR.get(stem) ?? stem;
}
