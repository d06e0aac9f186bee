/** The word of an English title that names the product, and what it counts. */
import fc from 'fast-check';
import { weighTerms } from '../../../src/search/index/term-weights.ts';
import { headOf } from '../../../src/search/index/title-emphasis.ts';
import { analyzerOf } from '../../../src/search/text/analyzer.ts';
import { tokenize } from '../../../src/search/text/tokenize.ts';
import { ENGLISH } from '../../support/english.ts';
import { anyText } from '../../support/texts.ts';
import { NO_WORDS } from './no-words.ts';

test.each([
  ['Laptop bag', 'bag'],
  ['Coffee cup with a saucer', 'cup'],
  ['Case for iPhone 11', 'case'],
  ['Set of 4 mugs', 'mugs'],
  ['Cordless drill kit', 'drill'],
  ['Desk lamp, black', 'lamp'],
  ['Desk lamp black', 'lamp'],
  ['Acme FX506 notebook Gray 39.6 cm (15.6") 16 GB', 'notebook'],
  ['Tractor blade set for lawn mowers', 'blade'],
  ['6 in. damper', 'damper'],
  ['Tile 12 in x 24 in', 'tile'],
  ['Shampoo 2 in 1, 250 ml', 'shampoo'],
  ['Kettle 1.5 l', 'kettle'],
  ['Men’s T-shirt - red', 'shirt'],
  ['Crème brûlée torch (butane)', 'torch'],
  ['Black', null],
  ['4 x 6', null],
  ['', null],
])('%s: %s', (title, head) => {
  expect(headOf(title, ENGLISH)).toBe(head);
});

test('is a token of the title, whatever that is', () => {
  fc.assert(
    fc.property(anyText(), (title) => {
      const head = headOf(title, ENGLISH);
      if (head !== null) expect(tokenize(title)).toContain(head);
    }),
  );
});

test('counts more than the other words of the title', () => {
  const weigh = (title: string) => {
    const terms = weighTerms({ ...NO_WORDS, title: tokenize(title) }, ENGLISH, headOf(title, ENGLISH));
    return Object.fromEntries(terms.map(({ stem, weight }) => [stem, weight]));
  };
  expect(weigh('Laptop bag').laptop).toBeLessThan(weigh('Laptop bag').bag ?? 0);
  expect(weigh('Laptop with a bag').laptop).toBeGreaterThan(weigh('Laptop bag').laptop ?? 0);
});

test('titles in other languages have none', () => {
  expect(headOf('Laptop bag', analyzerOf('de'))).toBeNull();
});
