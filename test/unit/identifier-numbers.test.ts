/** Identifiers are found by ranges of numbers: by every beginning, and by no other one. */
import fc from 'fast-check';
import { identifierNumbers, identifierRanges } from '../../src/search/identifier-numbers.ts';

const isFound = (key: string, beginning: string): boolean =>
  identifierRanges(beginning).every(({ least, most }) =>
    identifierNumbers(key).some((number) => number >= least && number <= most),
  );

const latin = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'),
  minLength: 1,
  maxLength: 100,
});
const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 });

test('an identifier is found by each of its beginnings', () => {
  fc.assert(
    fc.property(fc.oneof(latin, any), fc.nat(), (key, length) => {
      const characters = [...key];
      const beginning = characters.slice(0, 1 + (length % characters.length)).join('');
      expect(isFound(key, beginning)).toBe(true);
    }),
  );
});

test('of digits and Latin letters, by nothing else', () => {
  fc.assert(
    fc.property(latin, latin, (key, beginning) => {
      expect(isFound(key, beginning)).toBe(key.startsWith(beginning));
    }),
  );
});

test('every number is exact', () => {
  fc.assert(
    fc.property(any, (key) => {
      for (const number of identifierNumbers(key)) expect(Number.isSafeInteger(number)).toBe(true);
    }),
  );
});
