/** Pages read from the end or from seek anchors equal those read from the start, in any order of requests. */
import fc from 'fast-check';
import type { Document, Sort } from 'mongodb';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';

/** Anchors are left beyond the first thousand. */
const PRODUCTS = 1600;
const PER_PAGE = 37;
const LAST_PAGE = Math.ceil(PRODUCTS / PER_PAGE);

let service: TestService;
let api: Api;
let token: string;

/** Titles, many of them equal, and malformed ones: absent, a number, null, a date, a list. */
function titleOf(index: number): unknown {
  const odd = [undefined, 5, null, new Date(0), ['a', 'z'], { text: 'x' }, true];
  return index % 50 === 0 ? odd[(index / 50) % odd.length] : `Title ${index % 13}`;
}

beforeAll(async () => {
  service = await createService();
  const products = Array.from({ length: PRODUCTS }, (_product, index): Document => {
    const title = titleOf(index);
    const { title: _ordinary, ...rest } = product(`p-${String(index).padStart(5, '0')}`, 'one', {
      quantity: index % 17,
    });
    return title === undefined ? rest : { ...rest, title };
  });
  const neighbours = ['aaa', 'zzz'].map((merchantId) => product(`of-${merchantId}`, merchantId));
  await insert(service.catalogue, { ...shop('one'), products: [...products, ...neighbours] });
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

const idsOf = async (sortBy: string, sortOrder: string, page: number): Promise<string[]> => {
  const path = `/v1/products?perPage=${PER_PAGE}&sortBy=${sortBy}&sortOrder=${sortOrder}&page=${page}`;
  const { body } = await api.request(path, { token });
  return body.data.map(({ id }: { id: string }) => id);
};

/** The ids of all products, as MongoDB sorts them. */
async function wholeList(sort: Sort): Promise<string[]> {
  const found = service.catalogue.products.find({ merchantId: 'one' }, { projection: { _id: 1 }, sort });
  return (await found.toArray()).map(({ _id }) => _id);
}

const directions = { asc: 1, desc: -1 } as const;

test.each(
  ['title', 'quantity', 'id', 'createdAt'].flatMap((sortBy) =>
    (['asc', 'desc'] as const).map((order) => ({ sortBy, order })),
  ),
)('sorted by $sortBy, $order: jumps to and fro give the pages of the whole list', async ({ sortBy, order }) => {
  const sort = sortBy === 'id' ? { _id: directions[order] } : { [sortBy]: directions[order], _id: directions[order] };
  const whole = await wholeList(sort);
  const jumps = fc.sample(fc.integer({ min: 1, max: LAST_PAGE }), 32);
  for (const page of [...jumps, LAST_PAGE, 1, ...jumps.toReversed()]) {
    expect(await idsOf(sortBy, order, page)).toEqual(whole.slice((page - 1) * PER_PAGE, page * PER_PAGE));
  }
});

test('a write between two pages moves the seek anchors with it', async () => {
  const middle = Math.ceil(LAST_PAGE / 2);
  await idsOf('id', 'asc', middle);
  await insert(service.catalogue, { products: [product('p-00000-before', 'one')] });
  const whole = await wholeList({ _id: 1 });
  const expected = whole.slice(middle * PER_PAGE, (middle + 1) * PER_PAGE);
  const ids = await eventually(
    () => idsOf('id', 'asc', middle + 1),
    ([first]) => first === expected[0],
  );
  expect(ids).toEqual(expected);
});
