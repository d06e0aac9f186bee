/**
 * Stems of folded Greek words: Snowball's, except for nouns and adjectives in `-ι`, `-ιο`, `-ια` and `-ικο`, whose forms
 * Snowball treats differently: `βιβλίο` and `βιβλία`, `παιδικό` and `παιδική`.
 */
import { stemmer } from '@orama/stemmers/greek';
import { irregularForms } from './irregular-forms.ts';

const ENDING_AFTER_I = /(?<=..)ι(?:ου|ων|ουσ|οσ|οι|ο|α|ασ|εσ)?$/;
const ENDING_AFTER_IK = /(?<=..ικ)(?:οσ|ου|ον|ο|η|ησ|α|οι|ουσ|εσ|ων)$/;
/** Words whose forms have little in common. */
const IRREGULAR = irregularForms(`
  ρολο/ρολοι/ρολογια`);

export function stemGreek(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.endsWith('οι')) return stemmer(word.slice(0, -1));
  const stem = word.replace(ENDING_AFTER_I, '').replace(ENDING_AFTER_IK, '');
  return stem === word ? stemmer(word) : stem;
}
