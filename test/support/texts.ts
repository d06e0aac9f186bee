/** Texts for property tests: of any code points, as hostile callers send them. */
import fc, { type StringConstraints } from 'fast-check';

const SURROGATES_BEGIN = 0xd800;
const SURROGATES = 0x800;
const LAST_CODE_POINT = 0x10ffff;

const codePoint = fc
  .integer({ min: 0, max: LAST_CODE_POINT - SURROGATES })
  .map((place) => String.fromCodePoint(place < SURROGATES_BEGIN ? place : place + SURROGATES));

/** What fast-check's own `unit: 'binary'` gives: that fills a table of all code points first, which takes most of a second in each file. */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });
