/** Identifiers are found by ranges of numbers: by every beginning, and by no other one. */
import fc from 'fast-check';
import { identifierNumbers, identifierRanges } from '../../src/search/index/identifier-numbers.ts';

const isFound = (key: string, beginning: string): boolean =>
  identifierRanges(beginning).some((ranges) =>
    ranges.every(({ least, most }) => identifierNumbers(key).some((number) => number >= least && number <= most)),
  );

const of = (characters: string, maxLength = 100) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength });
const DIGITS = '0123456789';
const LATIN = `${DIGITS}abcdefghijklmnopqrstuvwxyz`;
const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 });

test('an identifier is found by each of its beginnings', () => {
  fc.assert(
    fc.property(fc.oneof(of(LATIN), of(DIGITS, 30), any), fc.nat(), (key, length) => {
      const characters = [...key];
      const beginning = characters.slice(0, 1 + (length % characters.length)).join('');
      expect(isFound(key, beginning)).toBe(true);
    }),
  );
});

// What comes after the twentieth character is in no number.
test('of digits and Latin letters, by nothing else', () => {
  const one = fc.oneof(of(LATIN, 20), of(DIGITS, 20), of('01', 4), of('0a', 4));
  fc.assert(
    fc.property(one, one, (key, beginning) => {
      expect(isFound(key, beginning)).toBe(key.startsWith(beginning));
    }),
  );
});

test('a barcode is one number', () => {
  expect(identifierNumbers('4006381333931')).toHaveLength(1);
});

test('every number is exact', () => {
  fc.assert(
    fc.property(fc.oneof(any, of(LATIN), of(DIGITS)), (key) => {
      for (const number of identifierNumbers(key)) expect(Number.isSafeInteger(number)).toBe(true);
    }),
  );
});
