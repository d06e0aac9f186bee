/**
 * Deep pages neither skip nor repeat products if values of the sort field decode to other values than the stored ones.
 */
import type { Document } from 'mongodb';
import { BROKEN, insertRaw } from '../../indexer/support/writes/raw-insert.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';

/** Anchors are left beyond the first thousand. */
const PRODUCTS = 1600;
const PER_PAGE = 100;
const FIRST_NANOSECONDS = 1_700_000_000_000_000_000;

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, shop('one'));
  const products = Array.from({ length: PRODUCTS }, (_product, index): Document => {
    const number = String(index).padStart(5, '0');
    const given = { title: `${BROKEN}${number}`, subtitle: { text: `${BROKEN}${number}` }, description: '' };
    return { ...product(number, 'one', given), quantity: index };
  });
  for (let from = 0; from < PRODUCTS; from += 500) await insertRaw(service, products.slice(from, from + 500));
  // A writer mistook nanoseconds for milliseconds: these times exceed the range of a JavaScript date.
  const nanoseconds = { $add: [{ $toDecimal: String(FIRST_NANOSECONDS) }, { $multiply: ['$quantity', 1000] }] };
  const time = { $add: [new Date(0), { $toLong: nanoseconds }] };
  await service.catalogue.products.updateMany({}, [{ $set: { createdAt: time } }]);
  // The driver writes these objects otherwise than it read them, or not at all.
  const objects = [
    { time },
    objectOf([
      ['_bsontype', 'x'],
      ['number', '$quantity'],
    ]),
    objectOf([
      ['$ref', 'a'],
      ['number', '$quantity'],
      ['$id', 1],
      ['other', 2],
    ]),
  ];
  for (const [index, subtitle] of objects.entries())
    await service.catalogue.products.updateMany({ quantity: { $mod: [4, index] } }, [
      { $unset: 'subtitle' },
      { $set: { subtitle } },
    ]);
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

/** An expression for an object whose keys an expression may not have. */
const objectOf = (entries: readonly (readonly [string, unknown])[]): Document => ({
  $arrayToObject: [entries.map(([key, value]) => [{ $literal: key }, value])],
});

test.each(
  ['createdAt', 'title', 'subtitle'].flatMap((sortBy) =>
    (['asc', 'desc'] as const).map((order) => ({ sortBy, order })),
  ),
)('sorted by $sortBy, $order: the pages have every product once', async ({ sortBy, order }) => {
  const numbers: number[] = [];
  for (let page = 1; page <= PRODUCTS / PER_PAGE; page += 1) {
    const path = `/v1/products?perPage=${PER_PAGE}&sortBy=${sortBy}&sortOrder=${order}&page=${page}`;
    const { body } = await api.request(path, { token });
    numbers.push(...body.data.map(({ id }: { id: string }) => Number(id)));
  }
  const sorted = service.catalogue.products.find({}, { projection: { _id: 1 }, sort: { [sortBy]: 1, _id: 1 } });
  const all = (await sorted.toArray()).map(({ _id }) => Number(_id));
  expect(numbers).toEqual(order === 'asc' ? all : all.toReversed());
});
