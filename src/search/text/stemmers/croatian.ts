/**
 * Stems of folded Croatian nouns and adjectives: without the endings of cases, numbers and genders. Serbian words in Latin
 * letters have the same endings.
 */
import { irregularForms } from './irregular-forms.ts';

const IRREGULAR = irregularForms(`
  pas/psa/psu/psi/pse/psom/psima dijete/djeteta/djetetu/djeca/djece/djeci/djecu/djecom
  dio/dijela/dijelu/dijelom/dijelovi/dijelova/dijelove/dijelovima tepih/tepisi/tepisima
  kovceg/kovcezi/kovcezima`);

/** `đ`, as many type it: `uredjaj`. */
const SPELT_DJ = /dj/g;
/** Nouns that end as cases do, such as `parfem` and `stroj`, as far as their stem. */
const NOUN =
  /^(?:katalog|kondom|kostim|krem|modem|parfem|pidzam|problem|salam|sistem|stroj|zavoj)(?=(?:[aeiou]|[oe]m|[ia]ma)?$)/;
const ENDING = /(?<=...)(?:[ia]ma|oga|og|o[mj]|em|i[mh]|[aeiou])$/;
/** Of the plural `noževi`, and of `maslinovo` and `maslinova`. */
const ENDING_IN_V = /(?<=...)[oe]v$/;
/** `ručnici` of `ručnik`, and `lutaka` of `lutka`: folded, `c` is also the č of `grijači`, so all are `c`. */
const SOFTENED = /(?<=.[^eo])k$/;
/** A vowel that most forms lack: `lonac` and `lonci`, `filter` and `filtri`. Words that keep it lose it in all forms. */
const FLEETING_VOWEL = /(?<=..)a(?=c$)|(?<=..[dt])[ae](?=r$)/;

export function stemCroatian(word: string): string {
  const irregular = IRREGULAR.get(word) ?? NOUN.exec(word)?.[0];
  if (irregular !== undefined) return irregular;
  const stem = stemPrefixCroatian(word).replace(ENDING, '').replace(ENDING_IN_V, '');
  return stem.replace(SOFTENED, 'c').replace(FLEETING_VOWEL, '');
}

export const stemPrefixCroatian = (word: string): string => word.replace(SPELT_DJ, 'd');
