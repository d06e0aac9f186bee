/** Facets: how key-value pairs are stored, and how values are read from the engine's counts. */
import {
  FACET_FIELDS,
  type FacetDistribution,
  type FacetKind,
  facetFieldOf,
  facetPrefix,
  facetsOf,
  MAX_FACET_BYTES,
  MAX_FACET_PAIRS,
  readFacet,
} from '../../../../src/search/index/facets.ts';

type Pairs = readonly (readonly [key: string, value: string])[];

const pairsOf = (pairs: Pairs) => pairs.map(([key, value]) => ({ key, value }));

/** Returns the stored texts of a product by field, without empty fields. */
function stored(specifications: Pairs, variants: Pairs = []) {
  const fields = facetsOf({ specifications: pairsOf(specifications), variants: pairsOf(variants) });
  expect(Object.keys(fields)).toEqual(FACET_FIELDS);
  return Object.fromEntries(Object.entries(fields).filter(([, texts]) => texts.length > 0));
}

/** Returns all stored texts. */
const texts = (specifications: Pairs, variants: Pairs = []) => Object.values(stored(specifications, variants)).flat();

test('a pair is stored in the field of its kind and folded key', () => {
  const [specification, variant] = [facetFieldOf('specifications', 'Colour'), facetFieldOf('variants', 'Colour')];
  expect(specification).not.toBe(variant);
  expect(facetFieldOf('specifications', '  CÓLOUR ')).toBe(specification);
  expect(stored([['Colour', 'Red']], [['COLOUR', 'Blue']])).toEqual({
    [specification]: ['s¦colour¦Red¦'],
    [variant]: ['v¦colour¦Blue¦'],
  });
});

test('keys are distributed over all fields', () => {
  const used = new Set(Array.from({ length: 1000 }, (_, number) => facetFieldOf('specifications', `Key ${number}`)));
  expect([...used].toSorted()).toEqual(FACET_FIELDS);
});

test('a value that is not ASCII is stored folded, with its spelling', () => {
  expect(texts([['Größe', 'Übergröße  XL']])).toEqual(['s¦grosse¦ubergrosse xl¦Übergröße XL']);
  expect(texts([['Size', '４２']])).toEqual(['s¦size¦42¦４２']);
});

test('spellings of one pair are stored once, whatever their case, accents and white space', () => {
  const spellings = ['Crème  brûlée', 'creme brulee', ' CREME\u00a0BRULEE\n', 'cre\u0300me bru\u0302le\u0301e'];
  expect(texts(spellings.map((value, at) => [at % 2 === 0 ? 'Taste' : 'TASTE', value]))).toEqual([
    's¦taste¦creme brulee¦Crème brûlée',
  ]);
  const prefixes = spellings.map((value) => facetPrefix('specifications', 'taste', value));
  expect(new Set(prefixes)).toEqual(new Set(['s¦taste¦creme brulee¦']));
});

test('the stored text of a pair starts with its prefix in lower case, and with no other prefix', () => {
  const values = ['Red', 'RED wine', 'Rèd', '10', '10 cm', 'Σίγμας', 'İstanbul', '中文', '™', 'red\ud800', '№ 5'];
  for (const value of values) {
    const startingWith = values.filter((other) =>
      texts([['Key', value]])[0]
        ?.toLowerCase()
        .startsWith(facetPrefix('specifications', 'kéy', other) ?? '-'),
    );
    const same = values.filter(
      (other) => facetPrefix('specifications', 'Key', other) === facetPrefix('specifications', 'Key', value),
    );
    expect([value, startingWith]).toEqual([value, value === '™' ? [] : same]);
  }
});

test('a pair with an empty key or value is not a facet', () => {
  expect(
    texts([
      ['', 'red'],
      ['Colour', ''],
      [' \n', 'x'],
      ['Key', '¦'],
      ['Mark', '™'],
    ]),
  ).toEqual([]);
});

test('a separator within a key or value becomes white space', () => {
  expect(
    texts([
      ['a¦b', 'c¦d'],
      ['a', 'b¦c¦d'],
    ]).toSorted(),
  ).toEqual(['s¦a b¦c d¦', 's¦a¦b c d¦']);
});

test('a pair with more bytes than the engine compares is not a facet, and a label that does not fit is omitted', () => {
  const long = 'x'.repeat(MAX_FACET_BYTES - 1);
  expect(texts([['k', long]])).toEqual([`s¦k¦${long}¦`]);
  expect(texts([['k', `${long}y`]])).toEqual([]);
  expect(facetPrefix('specifications', 'k', `${long}y`)).toBeNull();
  // 300 letters of two bytes each: the label doesn't fit.
  expect(texts([['k', 'é'.repeat(300)]])).toEqual([`s¦k¦${'e'.repeat(300)}¦`]);
  // The engine compares this character as eighteen.
  expect(texts([['k', 'ﷺ'.repeat(14)]])).toEqual([]);
});

test('a key or value of millions of letters is not folded', () => {
  const [slow, marks] = ['ﷺ'.repeat(4_000_000), `e${'\u0301'.repeat(7_000_000)}`];
  const startedAtMs = performance.now();
  expect(texts([[slow, 'red']], [['Size', slow]])).toEqual([]);
  // Folded, this key would throw.
  expect(texts([[marks, 'red']])).toEqual([]);
  expect(performance.now() - startedAtMs).toBeLessThan(2000);
});

/** Counts products like the engine, which returns one spelling of texts that differ only by case. */
function distributionOf(kind: FacetKind, key: string, values: readonly string[]): FacetDistribution {
  const counts = new Map<string, { text: string; count: number }>();
  for (const value of values) {
    const [text = ''] =
      facetsOf({ specifications: [], variants: [], [kind]: [{ key, value }] })[facetFieldOf(kind, key)] ?? [];
    const counted = counts.get(text.toLowerCase()) ?? { text, count: 0 };
    counts.set(text.toLowerCase(), { ...counted, count: counted.count + 1 });
  }
  return Object.fromEntries([...counts.values()].map(({ text, count }) => [text, count]));
}

test('readFacet returns the values of a key, most frequent first, with one spelling of each', () => {
  const distribution = {
    ...distributionOf('variants', 'Farbe', ['Grün', 'grün', 'GRUN', 'Rot', 'ROT', 'Rot', 'rot', 'blau']),
    's¦farbe¦gelb¦': 9,
    'v¦far¦be¦': 9,
  };
  expect(readFacet(distribution, 'variants', ' FARBE')).toEqual({
    values: [
      { value: 'rot', label: 'Rot', count: 4 },
      { value: 'grun', label: 'Grün', count: 3 },
      { value: 'blau', label: 'blau', count: 1 },
    ],
    isComplete: true,
  });
  expect(readFacet({}, 'variants', 'Farbe')).toEqual({ values: [], isComplete: true });
});

test('a facet is incomplete if the engine returned the maximum number of values', () => {
  const pairs = Array.from({ length: MAX_FACET_PAIRS }, (_, number) => [`s¦other¦${number}¦`, 1]);
  const { values, isComplete } = readFacet(
    Object.fromEntries([...pairs.slice(1), ['s¦key¦a¦', 2]]),
    'specifications',
    'key',
  );
  expect([values.length, isComplete]).toEqual([1, false]);
});
