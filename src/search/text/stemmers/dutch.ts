/**
 * Stems of folded Dutch words: Snowball's, and the spelling of the singular at their end: `pan` for `pannen`, `huis`
 * for `huizen`, `brief` for `brieven`.
 */
import { stemmer } from '@orama/stemmers/dutch';
import { irregularForms } from './irregular-forms.ts';

/** Words whose `s` isn't an ending. Snowball's stem of `kaars` (a candle) is that of `kar` (a cart). */
const IN_S = /(?:fiets|muts|kaars|laars|^kers|lens|hals|gans|beurs|pols|rits|plaats|schets|krans|wals)$/;
/** `roze` (pink) isn't `rozen` (roses). `kinder` and `eier` begin compounds. */
const IRREGULAR = irregularForms(`
  kind/kinderen/kinder ei/eieren/eier roze`);

const PLURAL_IN_S = /(?<=..[^aeiou]en?)s$/;
const DOUBLE_CONSONANT = /([bdfgklmnprst])\1$/;
const SOFTENED: Readonly<Record<string, string>> = { z: 's', v: 'f' };

export function stemDutch(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (IN_S.test(word)) return word;
  const stem = stemmer(word.replace(PLURAL_IN_S, '')).replace(DOUBLE_CONSONANT, '$1');
  const last = stem.at(-1) ?? '';
  return stem.slice(0, -1) + (SOFTENED[last] ?? last);
}
