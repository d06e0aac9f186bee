/** What the mapper makes of a product for finding and ranking. */
import { toSearchDocument } from '../../indexer/documents/mapper.ts';
import type { OwnedStored } from '../../src/data/collections.ts';
import { identifiersOf, readHit } from '../../src/search/engine-hit.ts';
import { identifierNumbers } from '../../src/search/identifier-numbers.ts';
import { writtenFields } from '../../src/search/index-document.ts';
import { HEAVY_FIELDS, HEAVY_LEVELS } from '../../src/search/rank-terms.ts';
import { collection, product } from '../support/fixtures.ts';

const documentOf = (given: object, collections: object[] = []) =>
  toSearchDocument(product('p', 'one', given) as OwnedStored, collections as OwnedStored[]);

const readRankTerms = (written: string) =>
  written
    .trim()
    .split(' ')
    .map((each) => ({
      term: each.slice(0, each.lastIndexOf(':')),
      weight: Number(each.slice(each.lastIndexOf(':') + 1)),
    }));

test('nothing of a collection that is not published stands in what everyone may search or is ranked by', () => {
  const document = documentOf({ title: 'Clock' }, [
    collection('open', 'one', { name: 'Moonlit evenings' }),
    collection('hidden', 'one', { name: 'Clandestine plans X-2000', status: 'draft' }),
  ]);
  const { spellings, hit } = document;
  const heavy = HEAVY_FIELDS.map((field) => document[field]);
  expect(readHit(hit).rankTerms).toContain(' moonlit:');
  expect(spellings).toContain('evening');
  expect(heavy.flat()).toContain('clock');
  expect(JSON.stringify([spellings, hit, heavy])).not.toMatch(/clandestine|plan|2000/);
});

test('spellings are only those that no text has', () => {
  const { spellings } = documentOf({
    title: 'Tents and a tent, straps',
    subtitle: 'Spaß',
    description: '',
    barcode: '4006381333931',
    inventory: { sku: 'KBD-BLK-DE' },
    variants: [],
    specifications: {},
  });
  expect(spellings.toSorted()).toEqual(['kbdblkde', 'spass', 'strap']);
});

test('words by which products are numbered are no words of the index', () => {
  const document = documentOf({
    title: 'Power bank 20000mAh, 5000mAh',
    barcode: '4006381333931',
    inventory: { sku: 'DRL-18V/00500' },
    variants: [],
    specifications: {},
  });
  expect([document.sku, document.barcode]).toEqual([['drl', '18v'], []]);
  expect(document.spellings).toEqual(['20000']);
});

test('identifiers are bounded and of every kind', () => {
  const { hit, identifier_starts, identifier_ends } = documentOf({
    title: `TN-2110 ${'A1-'.repeat(60)}`,
    barcode: '40 06',
    inventory: { sku: 'x'.repeat(300) },
  });
  expect([identifiersOf(readHit(hit)), identifier_starts, identifier_ends]).toEqual([
    ['4006', 'tn2110'],
    ['4006', 'tn2110'].flatMap(identifierNumbers),
    ['6004', '0112nt'].flatMap(identifierNumbers),
  ]);
});

test('what weighs much stands in the field of its weight, but for what only identifiers have and for unspaced scripts', () => {
  const document = documentOf({
    title: 'Straps 手机',
    subtitle: '',
    description: 'Made to hold clocks',
    barcode: '4006381333931',
    inventory: { sku: 'DRL-18V/BL' },
    variants: [],
    specifications: {},
  });
  const found = new Map(HEAVY_FIELDS.flatMap((field) => document[field].map((term) => [term, field] as const)));
  expect(found.get('strap')).toBe('heavy_900');
  for (const { term, weight } of readRankTerms(readHit(document.hit).rankTerms)) {
    const isLeftOut = /^(drl18vbl|4006381333931|手|机)$/.test(term);
    const level = HEAVY_LEVELS.find((least) => weight >= least);
    expect([term, found.get(term)]).toEqual([term, isLeftOut || level === undefined ? undefined : `heavy_${level}`]);
  }
});

test('any product has a document', () => {
  const { spellings, hit } = documentOf({ title: null, variants: 7, specifications: [], inventory: 'none' });
  expect([Array.isArray(spellings), readHit(hit).productId]).toEqual([true, 'p']);
});

test('what a product does not have is no field of the index', () => {
  const document = documentOf({ subtitle: '', variants: [], specifications: {}, featured: false });
  const written = Object.keys(JSON.parse(JSON.stringify(writtenFields(document))));
  expect(written).toEqual(expect.arrayContaining(['title', 'featured', 'price', 'hit']));
  expect(written.filter((field) => /^(subtitle|variants|specifications|hidden_collections)$/.test(field))).toEqual([]);
});
