/** The import format: a valid line becomes a document, and any other text throws InvalidRecord with reasons. */
import fc from 'fast-check';
import { InvalidRecord, parseRecord } from '../../../src/catalogue/import/records.ts';
import { anyText } from '../../support/arbitraries/texts.ts';

const id = anyText({ minLength: 1, maxLength: 60 }).filter((given) => !given.includes('\u0000'));
/** The parser omits `__proto__` from any record. */
const key = fc.string().filter((name) => name !== '__proto__');
const moment = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });

const product = fc.record({
  id,
  merchantId: id,
  locationId: id,
  handle: fc.string(),
  title: anyText(),
  price: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  currency: fc.constantFrom('EUR', 'JPY'),
  quantity: fc.integer(),
  status: fc.constantFrom('draft', 'published', 'archived'),
  specifications: fc.dictionary(key, fc.string(), { noNullPrototype: true }),
  createdAt: moment,
  updatedAt: moment,
});

test('a valid product becomes a document, with dates as dates', () => {
  fc.assert(
    fc.property(product, (given) => {
      const { target, document, unknownFields } = parseRecord(JSON.stringify({ kind: 'product', ...given }));
      const { id: _id, price, ...rest } = given;
      expect([target, unknownFields]).toEqual(['products', []]);
      expect(document).toMatchObject({ _id, ...rest, price: price === 0 ? 0 : price });
    }),
  );
});

test('the id of a membership consists of its collection and its product', () => {
  fc.assert(
    fc.property(id, id, id, (collectionId, productId, merchantId) => {
      const { document } = parseRecord(JSON.stringify({ kind: 'membership', collectionId, productId, merchantId }));
      expect(document).toMatchObject({ _id: `${collectionId}:${productId}`, collectionId, productId, merchantId });
    }),
  );
});

test('unknown fields are reported and omitted', () => {
  const KNOWN = ['kind', 'id', 'name', 'handle', 'status', '__proto__'];
  const unknown = fc.string({ minLength: 1 }).filter((name) => !KNOWN.includes(name));
  fc.assert(
    fc.property(fc.dictionary(unknown, fc.jsonValue(), { noNullPrototype: true }), (more) => {
      const line = JSON.stringify({ ...more, kind: 'merchant', id: 'one', name: 'One', handle: 'one' });
      const { document, unknownFields } = parseRecord(line);
      expect(unknownFields.toSorted()).toEqual(Object.keys(JSON.parse(JSON.stringify(more))).toSorted());
      expect(document).toEqual({ _id: 'one', name: 'One', handle: 'one', status: 'active' });
    }),
  );
});

test('unknown nested fields are reported by path, once per list; specifications may have any keys', () => {
  const images = [
    { path: 'a', alt: 'x' },
    { path: 'b', alt: 'y', role: 'image' },
  ];
  const more = { inventory: { SKU: 'A' }, images, variants: [{ key: 'k', value: 'v', colour: '' }] };
  fc.assert(
    fc.property(product, (given) => {
      const { unknownFields } = parseRecord(JSON.stringify({ kind: 'product', ...given, ...more }));
      expect(unknownFields).toEqual(['inventory.SKU', 'images.alt', 'variants.colour']);
    }),
  );
});

test('`__proto__` is left out and reported wherever it is', () => {
  const line =
    '{"kind":"product","specifications":{"__proto__":"a","constructor":"b"},"inventory":{"__proto__":{}},"__proto__":"c",';
  fc.assert(
    fc.property(
      product.map((given) => JSON.stringify({ ...given, specifications: undefined })),
      (more) => {
        const { document, unknownFields } = parseRecord(line + more.slice(1));
        expect(unknownFields).toEqual(['specifications.__proto__', 'inventory.__proto__', '__proto__']);
        expect(document).toMatchObject({ specifications: { constructor: 'b' } });
      },
    ),
  );
});

test.each(['\ud800', 'a\udfff', '\udc00\ud800'])('an id with a lone surrogate is rejected: %j', (malformed) => {
  const membership = { kind: 'membership', collectionId: 'c', productId: 'p', merchantId: 'm' };
  for (const field of ['collectionId', 'productId', 'merchantId'])
    expect(() => parseRecord(JSON.stringify({ ...membership, [field]: malformed }))).toThrow(
      `${field}: must not contain a lone surrogate`,
    );
});

test('a synonym has at most as many words as a search uses', () => {
  const parsing = (synonym: string) => {
    const rule = { kind: 'search_rule', id: 'r', merchantId: 'm', synonyms: ['tea', synonym] };
    return () => parseRecord(JSON.stringify(rule));
  };
  for (const valid of ['a b c d e f g h', '手机'.repeat(8)]) expect(parsing(valid)).not.toThrow();
  for (const invalid of ['a b c d e f g h i', 'a-b-c-d-e-f-g-h-i', '手机'.repeat(9)])
    expect(parsing(invalid)).toThrow('synonyms.1: must have at most 8 words');
});

test('a locale is a language tag', () => {
  const line = (locale: unknown) => JSON.stringify({ kind: 'merchant', id: 'm', name: 'M', handle: 'm', locale });
  for (const locale of ['de', 'pt-BR', 'zh-Hant-TW', undefined])
    expect(parseRecord(line(locale)).document).toEqual(expect.objectContaining(locale === undefined ? {} : { locale }));
  for (const locale of ['german', 'de_DE', '', 'de-', 7]) expect(() => parseRecord(line(locale))).toThrow(/^locale: /);
});

test('any other text throws InvalidRecord with a reason', () => {
  const kind = fc.constantFrom(
    'merchant',
    'location',
    'product',
    'collection',
    'membership',
    'search_rule',
    'constructor',
    '__proto__',
  );
  const line = fc.oneof(
    anyText(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc
      .tuple(
        kind,
        fc.dictionary(
          fc.constantFrom('id', 'merchantId', 'price', 'name', 'synonyms', 'query', 'pinned'),
          fc.jsonValue(),
        ),
      )
      .map(([given, rest]) => JSON.stringify({ kind: given, ...rest })),
  );
  fc.assert(
    fc.property(line, (given) => {
      let thrown: unknown;
      try {
        parseRecord(given);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(InvalidRecord);
      expect((thrown as InvalidRecord).message).not.toBe('');
    }),
    { numRuns: 500 },
  );
});
