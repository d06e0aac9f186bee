/** Whatever bytes a product is, in search results and in a collection it is what presentation and JSON.stringify would give. */
import fc from 'fast-check';
import { createWriteCollection } from '../../src/collections/collection-json.ts';
import { presentCollection } from '../../src/collections/presentation.ts';
import type { OwnedStored, StoredMembership } from '../../src/data/collections.ts';
import { createJsonOutput } from '../../src/platform/json-output.ts';
import { deserialise } from '../../src/platform/mongo.ts';
import { deserialiseReadable } from '../../src/platform/readable-bson.ts';
import { presentReducedProduct, REDUCED_PRODUCT_FIELDS } from '../../src/products/presentation.ts';
import { createReducedJson, createWriteReduced } from '../../src/products/reduced-json.ts';
import { storedProduct } from '../../src/products/stored-product.ts';
import { collection, product } from '../support/fixtures.ts';
import { oddProduct, ordinaryProduct, serialised } from '../support/stored-products.ts';

const told: string[] = [];
const presenter = {
  imageBaseUrls: { download: 'https://images.example.com/a"b/', upload: 'https://uploads.example.com/' },
  onOdd: (kind: string, field: string) => void told.push(`${kind} ${field}`),
};
const reduced = createReducedJson(presenter);
const write = createWriteReduced(presenter);
const writeCollection = createWriteCollection(presenter);

/** What was made, or the name of what was thrown, with what was told as odd. */
function outcome(make: () => string) {
  told.length = 0;
  try {
    return { json: make(), odd: [...told] };
  } catch (error) {
    return { json: `thrown: ${(error as Error).name}`, odd: [] };
  }
}

const longWay = (bytes: Buffer) =>
  outcome(() => JSON.stringify(presentReducedProduct(deserialiseReadable(bytes), presenter)));
const same = (bytes: Buffer) => expect(outcome(() => reduced(storedProduct(bytes)))).toEqual(longWay(bytes));

/** What a query for reduced products reads of one. */
function readOf(bytes: Buffer): Buffer {
  const whole = deserialise<OwnedStored>(bytes);
  return serialised(Object.fromEntries(['_id', ...REDUCED_PRODUCT_FIELDS].map((name) => [name, whole[name]])));
}

test('a product in any form is written the same, and what is odd is told the same', () => {
  const change = fc.record({ place: fc.nat(), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.oneof(ordinaryProduct, oddProduct), fc.array(change, { maxLength: 2 }), (bytes, changes) => {
      const read = readOf(bytes);
      for (const { place, byte } of changes) read[place % read.length] = byte;
      same(read);
    }),
    { numRuns: 2000 },
  );
});

test('an ordinary product is written straight from its bytes', () => {
  fc.assert(
    fc.property(ordinaryProduct, (bytes) => {
      expect(write(createJsonOutput(), storedProduct(readOf(bytes)))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a collection has its products in their order, each with what its membership says', () => {
  const stored = collection('c', 'm', { name: 'é"' }) as OwnedStored;
  const odd = { ...product('odd', 'm'), price: 'free' };
  const members = [
    { membership: { hidePrice: true }, product: storedProduct(serialised(product('b', 'm'))) },
    { membership: {}, product: storedProduct(serialised(odd)) },
    { membership: { hidePrice: 'no' }, product: storedProduct(serialised(product('a', 'm'))) },
  ].map(({ membership, ...rest }) => ({ ...rest, membership: membership as unknown as StoredMembership }));
  const written = outcome(() => writeCollection({ collection: stored, members, truncated: false }).toString());
  const { createdAt, updatedAt, ...head } = presentCollection(stored, presenter);
  const products = [product('b', 'm'), odd, product('a', 'm')].map((document, index) => ({
    ...presentReducedProduct(document as OwnedStored, presenter),
    hidePrice: index === 0,
  }));
  expect(written.json).toBe(`,${JSON.stringify({ ...head, products, createdAt, updatedAt })}`);
  expect(written.odd).toEqual(['product price', 'membership hidePrice']);
  const empty = writeCollection({ collection: stored, members: [], truncated: false }).toString();
  expect(empty).toBe(`,${JSON.stringify({ ...head, products: [], createdAt, updatedAt })}`);
});
