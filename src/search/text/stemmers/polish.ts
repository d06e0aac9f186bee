/**
 * Stems of folded Polish nouns and adjectives: without the endings of cases, numbers and genders. Diminutives stay
 * words of their own: `koszulka` (a T-shirt) isn't `koszula` (a shirt).
 */
import { irregularForms } from './irregular-forms.ts';

/** Words whose forms have little in common. */
const IRREGULAR = irregularForms(`
  pies/psa/psu/psem/psy/psow/psom/psami/psach gra/gry/gre/grze/gier/grom/grami/grach
  dziecko/dziecka/dziecku/dzieckiem/dzieci/dzieciom/dziecmi/dzieciach`);

/** Endings of cases that are also ends of nouns, such as `system` and `zapach`, stay there. */
const ENDING =
  /(?<=...)(?:ego|[yi]mi|[yi]ch|ami|(?<!zap|str)ach|ow|(?<!syst|probl|^mod|diad)emu?|(?<!^kil)[yi]m|(?<!^kol)ej|[aeiouy])$/;
/** `i` only softens the consonant before an ending. */
const SOFTENER = /(?<=...)i$/;
/** A vowel that most forms lack: `kubek` and `kubki`, `sukien` and `suknia`. Words that keep it lose it in all forms. */
const FLEETING_VOWEL = /(?<=.[^aeiou])(?:i?e(?=[bcklr]$)|ie(?=n$))/;

export function stemPolish(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  return word.replace(ENDING, '').replace(SOFTENER, '').replace(FLEETING_VOWEL, '');
}
