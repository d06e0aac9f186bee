/** The Latin spellings of names in Cyrillic and Greek. */
import fc from 'fast-check';
import { latinSpellings } from '../../../../src/search/meaning/transliterate.ts';
import { anyText } from '../../../support/arbitraries/texts.ts';

test.each([
  ['шелл', 'shell'],
  ['хеликс', 'helix'],
  ['кастрол', 'castrol'],
  ['форд', 'ford'],
  ['фокус', 'focus'],
  ['пирелли', 'pirelli'],
  ['пионер', 'pioneer'],
  ['бош', 'bosch'],
  ['филипс', 'philips'],
  ['октавия', 'octavia'],
  ['камри', 'camry'],
  ['ауди', 'audi'],
  ['айфон', 'iphone'],
  ['рено', 'renault'],
  ['октавія', 'octavia'],
  ['παμπερσ', 'pampers'],
  ['σεραβε', 'cerave'],
  ['ντεπον', 'depon'],
  ['κορρεσ', 'korres'],
  ['φιλιπσ', 'philips'],
  ['ομεγα', 'omega'],
  ['σαμσουνγκ', 'samsung'],
  ['टाटा', 'tata'],
  ['फिलिप्स', 'philips'],
  ['बजाज', 'bajaj'],
  ['विवो', 'vivo'],
  ['लोरियल', 'loreal'],
  ['निविया', 'nivea'],
  ['कैनन', 'canon'],
  ['सोनी', 'sony'],
  ['टाइटन', 'titan'],
  ['नोकिया', 'nokia'],
  ['पैनासोनिक', 'panasonic'],
  ['डाबर', 'dabur'],
  ['सैमसंग', 'samsung'],
])('%s may be %s', (word, name) => {
  expect(latinSpellings(word)).toContain(name);
});

test.each(['castrol', 'ш', 'кл-40', 'шёлк1', 'мω', ''])('%s has no Latin spellings', (word) => {
  expect(latinSpellings(word)).toEqual([]);
});

const word = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'абвгджзийклкскуфхцчшщьюяієї'), maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'αβγδεζηθικλμνξοπρστυφχψω'), maxLength: 30 }),
);

test('any word has at most twelve spellings, in Latin letters only', () => {
  fc.assert(
    fc.property(word, (text) => {
      const spellings = latinSpellings(text);
      expect(spellings.length).toBeLessThanOrEqual(12);
      expect(spellings.filter((each) => !/^[a-z]+$/.test(each))).toEqual([]);
    }),
  );
});
