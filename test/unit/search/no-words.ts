/** The tokens of a product without texts. */
import type { FieldTokens } from '../../../src/search/index/term-weights.ts';

export const NO_WORDS: FieldTokens = {
  title: [],
  subtitle: [],
  identifiers: [],
  variants: [],
  compoundEnds: [],
  collections: [],
  description: [],
  specifications: [],
  otherKinds: [],
};
