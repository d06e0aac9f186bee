/** `catalogue setup` makes the database ready, changes nothing when run again, and warns of documents that it cannot serve. */
import { PRODUCT_SORT_FIELDS } from '../../src/data/setup.ts';
import { product } from '../support/fixtures.ts';
import { runCatalogue } from '../support/in-worker.ts';
import { runProgram } from '../support/processes.ts';
import { createService, type TestService } from '../support/service.ts';

const COLLECTIONS = [
  'access_tokens',
  'collections',
  'locations',
  'memberships',
  'merchants',
  'products',
  'search_rules',
  'searches',
];

let service: TestService;

beforeAll(async () => {
  service = await createService();
  await service.database.dropDatabase();
});
afterAll(() => service.stop());

const setup = () => runProgram('src/cli.js', ['setup'], service.variables);

/** The collections with their validators and indexes. */
async function stateOf(): Promise<unknown> {
  const collections = await service.database.listCollections().toArray();
  const described = collections.map(async (collection) => [
    collection.name,
    collection,
    await service.database.collection(collection.name).indexes(),
  ]);
  return (await Promise.all(described)).toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}

test('the first run makes collections, validators, and an index for every sort; the second changes nothing', async () => {
  const first = await setup();
  expect([first.code, first.stdout]).toEqual([0, '']);
  const names = (await service.database.listCollections().toArray()).map(({ name }) => name).toSorted();
  expect(names).toEqual(COLLECTIONS);
  for (const name of names) expect(first.stderr).toContain(`${name}: `);
  const indexes = (await service.catalogue.products.indexes()).map(({ key }) => Object.keys(key).join());
  for (const field of PRODUCT_SORT_FIELDS)
    expect(indexes).toContain(field === 'id' ? 'merchantId,_id' : `merchantId,${field},_id`);

  const made = await stateOf();
  const second = await setup();
  expect(second.code).toBe(0);
  expect(await stateOf()).toEqual(made);
});

test('documents without identity are refused from then on, odd ones are not', async () => {
  const products = service.database.collection('products');
  await expect(products.insertOne({ _id: 'p0' } as object)).rejects.toThrow(/validation/);
  await expect(products.insertOne({ _id: 5, merchantId: 'one' } as object)).rejects.toThrow(/validation/);
  await expect(products.insertOne({ _id: 'x'.repeat(201), merchantId: 'one' } as object)).rejects.toThrow(/validation/);
  await products.insertOne({ _id: 'odd', merchantId: 'one', price: 'gratis', status: 7 } as object);
  const memberships = service.database.collection('memberships');
  const wrongKey = { _id: 'c:other', merchantId: 'one', collectionId: 'c', productId: 'p' } as object;
  await expect(memberships.insertOne(wrongKey)).rejects.toThrow(/validation/);
});

test('documents that stood there before and cannot be served are told', async () => {
  await service.database
    .collection('products')
    .insertOne(product('nobody', 'x', { merchantId: 5 }), { bypassDocumentValidation: true });
  const { code, stderr } = await setup();
  expect(code).toBe(0);
  expect(stderr).toMatch(/products: warning: 1 documents/);
});

test.each([
  [{}, 2, /MONGODB_URL: is required/],
  [{ MONGODB_URL: 'mongodb://reader:pass-word@127.0.0.1:27017' }, 2, /MONGODB_URL: must name the database/],
  [
    { MONGODB_URL: 'mongodb://reader:pass-word@127.0.0.1:2/catalogue' },
    1,
    /MongoDB does not answer at mongodb:\/\/127\.0\.0\.1:2/,
  ],
])('with %j it fails with code %d and says why, without a password or a stack', async (variables, code, why) => {
  const finished = await runProgram('src/cli.js', ['setup'], variables as Record<string, string>);
  expect([finished.code, finished.stdout]).toEqual([code, '']);
  expect(finished.stderr).toMatch(why);
  expect(finished.stderr).not.toMatch(/pass-word|\n\s+at /);
});

test.each([[['unknown']], [[]], [['setup', '--wrong']], [['import']]])(
  'wrong use (%j) is exit code 2 with a hint at --help',
  async (argv) => {
    const { code, stdout, stderr } = await runCatalogue(argv, service.variables);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/help/i);
  },
);

test('--help is exit code 0 and names the commands', async () => {
  const { code, stdout } = await runProgram('src/cli.js', ['--help'], {});
  expect(code).toBe(0);
  for (const command of ['setup', 'import', 'searches', 'token']) expect(stdout).toContain(command);
});
