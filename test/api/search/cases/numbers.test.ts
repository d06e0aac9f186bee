/** Searches for numbers, amounts, identifiers, and names with numbers. */
import { AMOUNTS } from './numbers/amounts.ts';
import { EXACT_NUMBERS } from './numbers/exact-numbers.ts';
import { IDENTIFIERS } from './numbers/identifiers.ts';
import { NUMBERS } from './numbers/numbers.ts';
import { SHORT_UNITS } from './numbers/short-units.ts';
import { UNITS_AND_NUMERALS } from './numbers/units-and-numerals.ts';
import { WITHOUT_SPACES } from './numbers/without-spaces.ts';
import { testTopics } from './support/topics.ts';

testTopics([NUMBERS, EXACT_NUMBERS, AMOUNTS, IDENTIFIERS, WITHOUT_SPACES, UNITS_AND_NUMERALS, SHORT_UNITS]);
