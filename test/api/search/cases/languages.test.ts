/** Searches in many languages, each in a shop of that language. */
import { ACCESSORIES } from './languages/accessories.ts';
import { COMPOUNDS } from './languages/compounds.ts';
import { CORRECTED_QUERIES } from './languages/corrected-queries.ts';
import { KANA } from './languages/kana.ts';
import { LANGUAGES } from './languages/languages.ts';
import { LATIN_NAMES } from './languages/latin-names.ts';
import { LOANWORDS } from './languages/loanwords.ts';
import { MARKS } from './languages/marks.ts';
import { NEGATIONS } from './languages/negations.ts';
import { NORDIC_COMPOUNDS } from './languages/nordic-compounds.ts';
import { OTHER_LETTERS } from './languages/other-letters.ts';
import { PURPOSES } from './languages/purposes.ts';
import { SYNONYMS } from './languages/synonyms.ts';
import { testTopics } from './support/topics.ts';

testTopics([
  LANGUAGES,
  ACCESSORIES,
  COMPOUNDS,
  NORDIC_COMPOUNDS,
  SYNONYMS,
  LATIN_NAMES,
  OTHER_LETTERS,
  KANA,
  LOANWORDS,
  CORRECTED_QUERIES,
  MARKS,
  NEGATIONS,
  PURPOSES,
]);
