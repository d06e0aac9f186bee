/** Whatever bytes a product is, what is written of them is what the driver, presentation and JSON.stringify would give. */
import fc from 'fast-check';
import { Decimal128 } from 'mongodb';
import type { OwnedStored } from '../../src/data/collections.ts';
import { createJsonOutput } from '../../src/platform/json-output.ts';
import { deserialiseReadable } from '../../src/platform/readable-bson.ts';
import { presentProduct } from '../../src/products/presentation.ts';
import { createWriteProduct, createWriteProducts } from '../../src/products/product-json.ts';
import { relatedJson } from '../../src/products/related-json.ts';
import { storedProduct } from '../../src/products/stored-product.ts';
import { collection, location, merchant, product } from '../support/fixtures.ts';
import { holding, joined, oddProduct, ordinaryProduct, serialised } from '../support/stored-products.ts';

const collections = ['one', 'two'].map((id) => collection(id, 'm', { description: `"${id}"é` }) as OwnedStored);
const related = {
  merchant: merchant('m', { name: 'Möbel "M"' }) as OwnedStored,
  locations: new Map([['known', location('known', 'm') as OwnedStored]]),
  collections: new Map([['in-two', collections]]),
};

const told: string[] = [];
const presenter = {
  imageBaseUrls: { download: 'https://images.example.com/a"b/', upload: 'https://uploads.example.com/' },
  onOdd: (kind: string, field: string) => void (kind === 'product' && told.push(field)),
};
const output = createJsonOutput();
const write = createWriteProduct(presenter);

interface Written {
  readonly json: string;
  readonly odd: readonly string[];
}

/** What was written with what was told as odd, or what was thrown. */
function outcome(make: () => Buffer): Written {
  told.length = 0;
  try {
    return { json: make().toString('latin1'), odd: [...told] };
  } catch (error) {
    return { json: `thrown: ${(error as Error).name}`, odd: [] };
  }
}

const longWay = (bytes: Buffer): Written =>
  outcome(() => Buffer.from(JSON.stringify(presentProduct(deserialiseReadable(bytes), related, presenter))));

/** `straight`: it was not written the long way. */
function written(bytes: Buffer): Written & { straight: boolean } {
  let straight = false;
  const given = outcome(() => {
    output.length = 0;
    straight = write(output, storedProduct(bytes), relatedJson(related, presenter));
    return output.bytes.subarray(0, output.length);
  });
  return { ...given, straight };
}

const same = (bytes: Buffer, straight: boolean) => expect(written(bytes)).toEqual({ ...longWay(bytes), straight });

function sameEitherWay(bytes: Buffer): boolean {
  const { straight, ...given } = written(bytes);
  expect(given).toEqual(longWay(bytes));
  return straight;
}

const ordinary = serialised(product('in-two', 'm', { locationId: 'known' }));
const ordinaryWith = (...more: readonly Buffer[]) => joined(ordinary, ...more);
const without = (field: string) =>
  serialised({ ...product('in-two', 'm', { locationId: 'known' }), [field]: undefined });

test('a product in any documented form is written straight from its bytes', () => {
  fc.assert(
    fc.property(ordinaryProduct, (bytes) => same(bytes, true)),
    { numRuns: 1500 },
  );
});

test('a product with anything in it is written the same, and what is odd is told the same', () => {
  let straight = 0;
  fc.assert(
    fc.property(oddProduct, (bytes) => {
      straight += sameEitherWay(bytes) ? 1 : 0;
    }),
    { numRuns: 2000 },
  );
  // Both ways were seen.
  expect(straight).toBeGreaterThan(50);
  expect(straight).toBeLessThan(1950);
});

test('bytes that are no ordinary BSON, or none at all, are written or refused the same', () => {
  const change = fc.record({ place: fc.nat(), byte: fc.nat(255) });
  fc.assert(
    fc.property(
      fc.oneof(ordinaryProduct, oddProduct),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      (bytes, changes) => {
        for (const { place, byte } of changes) bytes[place % bytes.length] = byte;
        sameEitherWay(bytes);
      },
    ),
    { numRuns: 3000 },
  );
});

test('a field that is there twice, at any depth, is read as the driver reads it', () => {
  const twice = (inner: object) => joined(serialised(inner), serialised(inner));
  same(ordinary, true);
  same(ordinaryWith(serialised({ title: 'second' })), false);
  same(ordinaryWith(serialised({ _id: 'second' })), false);
  same(ordinaryWith(serialised({ unknown: 1 }), serialised({ unknown: 2 })), true);
  const entries = joined(serialised({ a: '1', b: '2' }), serialised({ a: '3' }));
  same(joined(without('specifications'), holding('specifications', entries)), false);
  same(joined(without('inventory'), holding('inventory', twice({ sku: 'a' }))), false);
  for (const [field, item] of [
    ['variants', { key: 'a', value: 'b' }],
    ['images', { path: 'a' }],
  ] as const)
    same(joined(without(field), holding(field, holding('0', twice(item)), 'list')), false);
});

test('a text that is no UTF-8 is written with U+FFFD, wherever it is', () => {
  for (const hidden of ['title', 'handle', '_id', 'merchantId', 'path', 'Colour', 'material', 'steel']) {
    const bytes = serialised({
      ...product('_id#', 'merchantId#', { title: 'title#', handle: 'handle#', locationId: 'locationId#' }),
      images: [{ path: 'path#' }],
      variants: [{ key: 'Colour#', value: '' }],
      specifications: { 'material#': 'steel#' },
    });
    same(bytes, true);
    for (const [byte, cut] of [
      [0xff, 0],
      [0xc3, 0],
      [0xa9, 1],
    ] as const) {
      const at = bytes.indexOf(`${hidden}#`) + hidden.length - cut;
      const changed = Buffer.from(bytes);
      changed[at] = byte;
      same(changed, false);
    }
  }
});

test('a location id that is no UTF-8 is that of no location', () => {
  const bytes = serialised(product('a', 'm', { locationId: 'known' }));
  bytes[bytes.indexOf('known') + 4] = 0xff;
  sameEitherWay(bytes);
  expect(written(bytes).json).toContain('"location":{"id":"know\u00ef\u00bf\u00bd","name":""');
});

test('what the driver takes for a reference is read as the driver reads it', () => {
  const reference = serialised({ $ref: 'a', $id: 'b' });
  same(ordinaryWith(reference), false);
  same(joined(without('inventory'), holding('inventory', joined(serialised({ sku: 'a' }), reference))), false);
  same(joined(without('specifications'), holding('specifications', joined(serialised({ b: 'a' }), reference))), false);
  same(ordinaryWith(holding('unknown', reference)), false);
});

test('a decimal of any size is the nearest number', () => {
  const long = [2n ** 53n, 2n ** 64n, 2n ** 96n, 10n ** 34n - 1n].flatMap((value) => [`${value}`, `${value}E-2`]);
  for (const written of [...long, '1E+2', '1E-23', '-0.00', '0E-30', 'NaN', 'Infinity', '-1E+6111'])
    sameEitherWay(joined(without('price'), serialised({ price: Decimal128.fromString(written) })));
  for (const written of ['19.90', '-0.00', '9007199254740991', '0.9007199254740991', '1E-22'])
    same(joined(without('price'), serialised({ price: Decimal128.fromString(written) })), true);
});

test('keys that JavaScript orders by themselves stand in that order', () => {
  const specifications = Object.entries({ b: '1', 10: '2', a: '3', 9: '4' });
  const inner = joined(...specifications.toReversed().map(([key, value]) => serialised({ [key]: value })));
  same(joined(without('specifications'), holding('specifications', inner)), false);
});

test('texts and lists of any size are written', () => {
  const long = 'é"'.repeat(400_000);
  same(serialised(product('a', 'm', { description: long })), true);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_none, index) => [`k${index}`, 'v']));
  same(serialised(product('a', 'm', { specifications: many(256) })), true);
  same(serialised(product('a', 'm', { specifications: many(257) })), false);
  let deep: object = {};
  for (let depth = 0; depth < 150; depth += 1) deep = { deep };
  same(serialised(product('a', 'm', { deep })), false);
});

test('products of a page are pieces that make one list, also after one that could not be read', () => {
  const products = Array.from({ length: 30 }, (_none, index) =>
    serialised(product(`p${index}`, 'm', { description: 'x'.repeat(100_000) })),
  );
  const writeAll = createWriteProducts(presenter);
  const broken = { ...storedProduct(ordinary), bytes: Buffer.alloc(3), places: null };
  expect(() => writeAll([storedProduct(ordinary), broken], related)).toThrow();
  const pieces = writeAll(products.map(storedProduct), related);
  expect(pieces.length).toBeGreaterThan(1);
  const wanted = products.map((bytes) => `,${longWay(bytes).json}`).join('');
  expect(Buffer.concat(pieces).toString('latin1') === wanted).toBe(true);
});

test('what belongs to the products of a page is looked at once for a page, and not where there are none', () => {
  const seen: string[] = [];
  const onOdd = (kind: string, field: string) => void seen.push(`${kind} ${field}`);
  const writeAll = createWriteProducts({ ...presenter, onOdd });
  const nothing = { merchant: null, locations: new Map(), collections: new Map() };
  expect([writeAll([], nothing), seen]).toEqual([[], []]);
  writeAll([ordinary, ordinary, ordinary].map(storedProduct), nothing);
  expect(seen.toSorted()).toEqual(['location handle', 'location name', 'merchant handle', 'merchant name']);
});
