/** Stems of folded Croatian nouns and adjectives: without the endings of cases, numbers and genders. */
import { irregularForms } from './irregular-forms.ts';

const IRREGULAR = irregularForms(`
  pas/psa/psu/psi/pse/psom/psima dijete/djeteta/djetetu/djeca/djece/djeci/djecu/djecom`);

/** Endings of cases that are also ends of nouns, such as `krem` and `sistem`, stay there. */
const ENDING = /(?<=...)(?:[oe]v(?:ima|[iae])|[ia]ma|[oe]ga|og|o[mj]|(?<!^kr|sist|probl)em|i[mh]|[aeiou])$/;
/** `ručnici` of `ručnik`: folded, `c` is also the č of `grijači`, so all are `c`. */
const SOFTENED = /(?<=.[aiu])k$/;
/** A vowel that most forms lack: `lonac` and `lonci`. Words that keep it lose it in all forms. */
const FLEETING_VOWEL = /(?<=..)a(?=c$)/;

export function stemCroatian(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  return word.replace(ENDING, '').replace(SOFTENED, 'c').replace(FLEETING_VOWEL, '');
}
