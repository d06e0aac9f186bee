/** Number ranges find an identifier by each of its prefixes, and by no other text. */
import fc from 'fast-check';
import { identifierNumbers, identifierRanges } from '../../../../src/search/index/identifier-numbers.ts';

const isFound = (key: string, prefix: string): boolean =>
  identifierRanges(prefix).some((ranges) =>
    ranges.every(({ least, most }) => identifierNumbers(key).some((number) => number >= least && number <= most)),
  );

const of = (characters: string, maxLength = 100) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength, size: 'max' });
const DIGITS = '0123456789';
const LATIN = `${DIGITS}abcdefghijklmnopqrstuvwxyz`;
const any = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100, size: 'max' });

test('an identifier is found by each of its prefixes', () => {
  fc.assert(
    fc.property(fc.oneof(of(LATIN), of(DIGITS, 30), any), fc.nat(), (key, length) => {
      const characters = [...key];
      const prefix = characters.slice(0, 1 + (length % characters.length)).join('');
      expect(isFound(key, prefix)).toBe(true);
    }),
  );
});

// The numbers encode the first twenty characters only.
test('an identifier of digits and Latin letters is found by nothing else', () => {
  const one = fc.oneof(of(LATIN, 20), of(DIGITS, 20), of('01', 4), of('0a', 4));
  // Random texts hardly ever have the same beginning, so most prefixes are those of the key with one other character.
  const nearlyPrefix = fc
    .tuple(one, fc.nat(19), fc.constantFrom(...LATIN))
    .map(([key, at, character]): [string, string] => [key, key.slice(0, at) + character + key.slice(at + 1)]);
  fc.assert(
    fc.property(fc.oneof({ weight: 3, arbitrary: nearlyPrefix }, fc.tuple(one, one)), ([key, other]) => {
      for (const prefix of [other, other.slice(0, 10), other.slice(0, 11)])
        expect(isFound(key, prefix)).toBe(key.startsWith(prefix));
    }),
    { numRuns: 1000 },
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
