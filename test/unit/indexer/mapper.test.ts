/** The fields of a search document for retrieval and ranking. */
import { Decimal128 } from 'mongodb';
import { toSearchDocument } from '../../../indexer/documents/mapper.ts';
import type { OwnedStored } from '../../../src/catalogue/stored-documents.ts';
import { withoutEmptyFields } from '../../../src/search/index/document.ts';
import { FACET_FIELDS } from '../../../src/search/index/facets.ts';
import { identifierNumbers } from '../../../src/search/index/identifier-numbers.ts';
import { identifiersOf, readRankingPayload } from '../../../src/search/index/ranking-payload.ts';
import { IMPACT_TIER_FIELDS, IMPACT_TIERS, termsWithPrefix, weightOf } from '../../../src/search/index/term-weights.ts';
import { analyzerOf } from '../../../src/search/text/analyzer.ts';
import { ENGLISH } from '../../support/english.ts';
import { collection, product } from '../../support/fixtures.ts';

const documentOf = (given: object, collections: object[] = []) =>
  toSearchDocument(product('p', 'one', given) as OwnedStored, collections as OwnedStored[], ENGLISH);

const readTermWeights = (written: string) =>
  written
    .trim()
    .split(' ')
    .map((each) => ({
      term: each.slice(0, each.lastIndexOf(':')),
      weight: Number(each.slice(each.lastIndexOf(':') + 1)),
    }));

test('fields that all searches use have no words of unpublished collections', () => {
  const document = documentOf({ title: 'Clock' }, [
    collection('open', 'one', { name: 'Moonlights & moonlit days' }),
    collection('hidden', 'one', { name: 'Clandestine plans & X-2000', status: 'draft' }),
  ]);
  const { spellings, collections, kind_lists, ranking_payload } = document;
  expect(kind_lists).toEqual(['moonlight moonlit dai']);
  const tiers = IMPACT_TIER_FIELDS.map((field) => document[field]);
  expect(readRankingPayload(ranking_payload).termWeights).toContain(' moonlit:');
  expect(tiers.flat()).toEqual(expect.arrayContaining(['clock', 'moonlit']));
  expect(JSON.stringify([spellings, collections, kind_lists, ranking_payload, tiers.flat()])).not.toMatch(
    /clandestine|plan|2000/,
  );
});

test('a word counts once, in however many collections', () => {
  const weightOfWine = (...names: readonly string[]) => {
    const collections = names.map((name, index) => collection(`c-${index}`, 'one', { name }));
    const { termWeights } = readRankingPayload(documentOf({ title: 'Barolo' }, collections).ranking_payload);
    return readTermWeights(termWeights).find(({ term }) => term === 'wine')?.weight;
  };
  expect(weightOfWine('Wine', 'Red wine', 'Offers: wine')).toBe(weightOfWine('Red wine', 'Offers'));
});

test('spellings has only words that are in no text', () => {
  const { spellings } = documentOf({
    title: 'Tents and a tent, straps',
    subtitle: 'Spaß',
    description: '',
    barcode: '4006381333931',
    inventory: { sku: 'KBD-BLK-DE' },
    variants: [],
    specifications: {},
  });
  expect(spellings.toSorted()).toEqual(['kbdblkde', 'spass']);
});

test('sku and barcode leave out serial numbers', () => {
  const document = documentOf({
    title: 'Power bank 20000mAh, 5000mAh',
    barcode: '4006381333931',
    inventory: { sku: 'DRL-18V/00500' },
    variants: [],
    specifications: {},
  });
  expect([document.sku, document.barcode]).toEqual([['drl', '18v'], []]);
  expect(document.spellings.filter((word) => /\d|mah/.test(word))).toEqual(['20000', 'mah', '5000']);
});

test('identifiers come from the title, the barcode and the SKU, and are limited', () => {
  const { ranking_payload, identifier_starts, identifier_ends } = documentOf({
    title: `TN-2110 ${'A1-'.repeat(60)}`,
    barcode: '40 06',
    inventory: { sku: 'x'.repeat(300) },
  });
  expect([identifiersOf(readRankingPayload(ranking_payload)), identifier_starts, identifier_ends]).toEqual([
    ['4006', 'tn2110'],
    ['4006', 'tn2110'].flatMap(identifierNumbers),
    ['6004', '0112nt'].flatMap(identifierNumbers),
  ]);
});

test('a term is in the impact tier of its weight, unless only identifiers have it', () => {
  const document = documentOf({
    title: 'Straps 手机',
    subtitle: '',
    description: 'Made to hold clocks',
    barcode: '4006381333931',
    inventory: { sku: 'DRL-18V/BL' },
    variants: [],
    specifications: {},
  });
  const found = new Map(IMPACT_TIER_FIELDS.flatMap((field) => document[field].map((term) => [term, field] as const)));
  expect(found.get('手机')).toBe('impact_tier_950');
  expect(found.get('strap')).toBe('impact_tier_875');
  for (const { term, weight } of readTermWeights(readRankingPayload(document.ranking_payload).termWeights)) {
    const isLeftOut = /^(drl18vbl|4006381333931)$/.test(term);
    const tier = IMPACT_TIERS.find((least) => weight >= least);
    expect([term, found.get(term)]).toEqual([
      term,
      isLeftOut || tier === undefined ? undefined : `impact_tier_${tier}`,
    ]);
  }
});

test('stems that only keys have are in no impact tier, and marked among the weights', () => {
  const document = documentOf({
    title: 'Colour chart',
    variants: [{ key: 'Length', value: '2 m' }],
    specifications: { Colour: 'red', Brand: 'Bosch' },
  });
  expect(document.key_stems.toSorted()).toEqual(['brand', 'length']);
  const tiers = IMPACT_TIER_FIELDS.flatMap((field) => document[field]);
  expect(tiers).toEqual(expect.arrayContaining(['color', 'red', 'bosch']));
  expect(tiers).not.toEqual(expect.arrayContaining(['brand']));
  const { termWeights } = readRankingPayload(document.ranking_payload);
  const marked = ['brand', 'length', 'color', 'bosch'].flatMap((stem) => [...termsWithPrefix(termWeights, stem)]);
  expect(marked.map(({ isOnlyKey }) => isOnlyKey)).toEqual([true, true, false, false]);
  expect(weightOf(termWeights, 'brand')).toBeGreaterThan(0);
});

test('a compound of a title also has the weight and the stem of its end, in German, and not in English', () => {
  const description = 'Gartenschlauch und vieles, was man sonst noch braucht, in einer recht langen Beschreibung';
  const given = { title: 'Bratpfannen 18V', subtitle: '', description, variants: [] };
  const stored = product('p', 'one', given) as OwnedStored;
  const ofLanguage = (language: string) => {
    const { spellings, ranking_payload } = toSearchDocument(stored, [], analyzerOf(language));
    const terms = readTermWeights(readRankingPayload(ranking_payload).termWeights).map(({ term }) => term);
    return { spellings, terms: terms.filter((term) => /pfann|schlauch/.test(term)) };
  };
  expect(ofLanguage('de')).toEqual({
    spellings: expect.arrayContaining(['pfannen']),
    terms: ['bratpfann', 'pfann', 'gartenschlauch'],
  });
  expect(ofLanguage('en').terms).toEqual(['bratpfannen', 'gartenschlauch']);
});

test('a compound of a short description, which is a name, also has its end', () => {
  const given = { title: 'SCHL. 20M', subtitle: '', description: 'Gartenschlauch 20 m', variants: [] };
  const document = toSearchDocument(product('p', 'one', given) as OwnedStored, [], analyzerOf('de'));
  expect(document.spellings).toContain('schlauch');
  const { termWeights } = readRankingPayload(document.ranking_payload);
  expect(weightOf(termWeights, 'schlauch')).toBe(weightOf(termWeights, 'gartenschlauch'));
});

test('a malformed product gives a document', () => {
  const { spellings, ranking_payload } = documentOf({
    title: null,
    variants: 7,
    specifications: [],
    inventory: 'none',
  });
  expect([Array.isArray(spellings), readRankingPayload(ranking_payload).productId]).toEqual([true, 'p']);
});

test('empty fields are not written', () => {
  const document = documentOf({ subtitle: '', variants: [], specifications: {}, featured: false });
  const written = Object.keys(JSON.parse(JSON.stringify(withoutEmptyFields(document))));
  expect(written).toEqual(expect.arrayContaining(['title', 'featured', 'price', 'ranking_payload']));
  expect(written.filter((field) => /^(subtitle|variants|specifications|hidden_collections)$/.test(field))).toEqual([]);
});

test('price and date are numbers, or absent', () => {
  const read = (given: object) => {
    const { price, created_at } = documentOf(given);
    return [price, created_at];
  };
  expect(read({ price: Decimal128.fromString('19.95'), createdAt: new Date(7) })).toEqual([19.95, 7]);
  expect(read({ price: '12.5', createdAt: '2026-01-01' })).toEqual([12.5, undefined]);
  for (const value of [undefined, null, Number.NaN, 'on request', '', new Date(Number.NaN), {}])
    expect([value, ...read({ price: value, createdAt: value })]).toEqual([value, undefined, undefined]);
});

test('the sort key of a title is folded and limited', () => {
  expect(documentOf({ title: '  Crème\u00a0 BRÛLÉE ' }).title_key).toBe('creme brulee');
  const [beginning, smile] = ['x'.repeat(456), '👍'];
  expect(documentOf({ title: `${beginning}${smile}y` }).title_key).toBe(`${beginning}${smile}`);
  expect(documentOf({ title: `${beginning}y${smile}` }).title_key).toBe(`${beginning}y`);
  expect(documentOf({ title: null }).title_key).toBe('');
});

test('specifications and variants are facets, except malformed values', () => {
  const { variants, specifications, ...document } = documentOf({
    variants: [{ key: 'Size', value: 42 }, { key: 'Size', value: null }, { value: 'x' }, 'red'],
    specifications: { Waterproof: true, Depth: { cm: 3 }, Height: '2 m' },
  });
  const facets = FACET_FIELDS.flatMap((field) => document[field]);
  expect(facets.toSorted()).toEqual(['s¦height¦2 m¦', 's¦waterproof¦true¦', 'v¦size¦42¦']);
});
