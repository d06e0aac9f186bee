/** Texts of any code points for property tests. */
import fc, { type StringConstraints } from 'fast-check';

const SURROGATES_BEGIN = 0xd800;
const SURROGATES = 0x800;
const LAST_CODE_POINT = 0x10ffff;

const codePoint = fc
  .integer({ min: 0, max: LAST_CODE_POINT - SURROGATES })
  .map((offset) => String.fromCodePoint(offset < SURROGATES_BEGIN ? offset : offset + SURROGATES));

/**
 * The same as fast-check's `unit: 'binary'`, which first builds a table of all code points: most of a second in each
 * test file. With a maximum length, texts have up to that, not only some ten characters.
 */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint, size: constraints.maxLength === undefined ? 'small' : 'max' });
