/** `catalogue setup` prepares the database, is idempotent, and warns of documents that the API can't serve. */
import os from 'node:os';
import { type Document, MongoClient, ObjectId } from 'mongodb';
import { runProgram } from '../../dev/processes/launcher.ts';
import { PRODUCT_SORT_FIELDS } from '../../src/catalogue/definitions.ts';
import { missingSetup } from '../../src/catalogue/missing-setup.ts';
import { insertRaw, UNREADABLE } from '../indexer/support/writes/raw-insert.ts';
import { ownTest } from '../support/engines/own-engines.ts';
import { MEMBER_OF_TWO, withMembers } from '../support/engines/replica-set-members.ts';
import { membership, product } from '../support/fixtures.ts';
import { runCatalogue } from '../support/in-worker.ts';
import { createService, type TestService } from '../support/service.ts';

const COLLECTIONS = [
  'access_tokens',
  'collections',
  'locations',
  'memberships',
  'merchant_languages',
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

const setup = () => runCatalogue(['setup'], service.variables);

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

test('the first run creates collections, validators, and an index for every sort; the second changes nothing', async () => {
  expect(await missingSetup(service.database)).toBe(
    'incomplete, run `catalogue setup`: no collection merchants, locations, products, collections, memberships, search_rules, merchant_languages, access_tokens, searches',
  );
  const first = await runProgram('src/cli.js', ['setup'], service.variables);
  expect([first.code, first.stdout]).toEqual([0, '']);
  const names = (await service.database.listCollections().toArray()).map(({ name }) => name).toSorted();
  expect(names).toEqual(COLLECTIONS);
  for (const name of names) expect(first.stderr).toContain(`${name}: `);
  const indexes = (await service.catalogue.products.indexes()).map(({ key }) => Object.keys(key).join());
  for (const field of PRODUCT_SORT_FIELDS)
    expect(indexes).toContain(field === 'id' ? 'merchantId,_id' : `merchantId,${field},_id`);

  expect(await missingSetup(service.database)).toBeNull();

  const made = await stateOf();
  const second = await setup();
  expect(second.code).toBe(0);
  expect(await stateOf()).toEqual(made);
});

test('dropped or changed parts are created again', async () => {
  const { database } = service;
  await database.command({ collMod: 'merchants', validator: {} });
  await database.command({ collMod: 'products', changeStreamPreAndPostImages: { enabled: false } });
  await database.collection('memberships').dropIndex('merchantId_productId_collectionId');
  const missing = String(await missingSetup(database));
  expect(missing).toContain('merchants lacks its validator');
  expect(missing).toContain('products lacks its change stream images');
  expect(missing).toContain('memberships lacks 1 of 3 indexes');
  expect((await setup()).code).toBe(0);
  expect(await missingSetup(database)).toBeNull();
});

test("what exists is kept and reported: another team's validator, a changed action, pre-images", async () => {
  const { database } = service;
  const others = { validator: { title: { $exists: true } }, validationLevel: 'moderate', validationAction: 'warn' };
  await database.command({ collMod: 'products', ...others });
  await database.command({ collMod: 'collections', validationAction: 'warn' });
  await database.command({ collMod: 'merchants', changeStreamPreAndPostImages: { enabled: true } });
  const existing = await stateOf();
  const { code, stderr } = await setup();
  expect(code).toBe(0);
  expect(await stateOf()).toEqual(existing);
  for (const name of ['products', 'collections']) {
    expect(stderr).toMatch(new RegExp(`^${name}: \\d+ indexes; its validator.* is kept: .*collMod: "${name}"`, 'm'));
  }
  expect(stderr.match(/is kept/g)).toHaveLength(2);
  expect(await missingSetup(database)).toBeNull();

  for (const name of ['products', 'collections']) await database.command({ collMod: name, validator: {} });
  expect(await missingSetup(database)).toContain('products lacks its validator');
  expect((await setup()).stderr).not.toContain('is kept');
  expect(await missingSetup(database)).toBeNull();
});

test('documents that the validators refuse are named, whatever their ids are', async () => {
  const { database } = service;
  const id = new ObjectId();
  await database.command({ collMod: 'locations', validator: {} });
  await insertRaw(service, [{ _id: UNREADABLE }, { _id: id }, { _id: 5 }], 'locations');
  const { code, stderr } = await setup();
  expect(code).toBe(0);
  const [, ids = ''] = /^locations: warning: 3 documents .*: (.*)$/m.exec(stderr) ?? [];
  expect(ids.split(', ').toSorted()).toEqual(['"5"', `"${id}"`, '"binData"'].toSorted());
  await database.collection('locations').deleteMany({});
});

test.each(['products', 'collections'])('the validator that an earlier version gave %s is replaced', async (name) => {
  const { database } = service;
  const text = { bsonType: 'string', minLength: 1, maxLength: 200 };
  const schema = { bsonType: 'object', required: ['_id', 'merchantId'], properties: { _id: text, merchantId: text } };
  const current = await stateOf();
  const insert = (_id: string, given: object) =>
    database.collection(name).insertOne({ _id, merchantId: 'one', ...given } as object);
  await database.command({ collMod: name, validator: { $jsonSchema: schema } });
  await insert('former', { status: ['draft', 'published'] });
  expect(await missingSetup(database)).toContain(`${name} lacks its validator`);
  const { code, stderr } = await setup();
  expect(code).toBe(0);
  expect(stderr).toMatch(
    new RegExp(`^${name}: warning: 1 documents have no usable .*rejects updates of them: "former"$`, 'm'),
  );
  const former = { _id: 'former' } as object;
  await expect(database.collection(name).updateOne(former, { $set: { price: 5 } })).rejects.toThrow(/validation/);
  expect(stderr).not.toContain('is kept');
  expect(await stateOf()).toEqual(current);
  await expect(insert('array', { status: ['draft', 'published'] })).rejects.toThrow(/validation/);
  await insert('text', { status: 'unknown' });
  await insert('missing', {});
  await database.collection(name).deleteMany({ merchantId: 'one' } as object);

  await database.command({ collMod: name, validator: { $jsonSchema: schema }, validationAction: 'warn' });
  expect((await setup()).stderr).toContain('is kept');
  await database.command({ collMod: name, validator: {} });
  expect((await setup()).code).toBe(0);
});

test('a collection with a collation is reported: MongoDB does not compare its ids exactly', async () => {
  const { database } = service;
  await database.dropCollection('locations');
  await database.createCollection('locations', { collation: { locale: 'en', strength: 2 } });
  const { code, stderr } = await setup();
  expect(code).toBe(0);
  expect(stderr.match(/^.*collation/gm)).toEqual([expect.stringMatching(/^locations: warning: it has a collation/)]);
  expect(await missingSetup(database)).toBe('incomplete, run `catalogue setup`: locations lacks the simple collation');

  await database.dropCollection('locations');
  expect((await setup()).stderr).not.toContain('collation');
  expect(await missingSetup(database)).toBeNull();
});

test.each([
  ['view', { viewOn: 'places' }],
  ['timeseries', { timeseries: { timeField: 'createdAt' } }],
])('a %s in the place of a collection is reported: no change stream has its changes', async (type, options) => {
  const { database } = service;
  await setup();
  await database.dropCollection('locations');
  await database.createCollection('locations', options);
  expect(await missingSetup(database)).toBe(
    `incomplete, run \`catalogue setup\`: locations is a ${type}, and MongoDB reports no changes of it`,
  );
  expect((await setup()).code).toBe(1);

  await database.dropCollection('locations');
  expect((await setup()).code).toBe(0);
  expect(await missingSetup(database)).toBeNull();
});

test('an index that MongoDB refuses ends the setup before its collection gets a validator', async () => {
  const { database } = service;
  const locations = database.collection('locations');
  await locations.dropIndex('merchantId__id');
  await locations.createIndex({ handle: 1 }, { name: 'merchantId__id' });
  for (const name of ['locations', 'products']) await database.command({ collMod: name, validator: {} });
  const existing = await stateOf();
  const { code, stderr } = await setup();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^merchants: validator and 1 index\n.*merchantId__id/);
  expect(await stateOf()).toEqual(existing);
  await locations.dropIndex('merchantId__id');
  expect((await setup()).code).toBe(0);
  expect(await missingSetup(database)).toBeNull();
});

test('documents without ids are rejected from then on, malformed ones are not', async () => {
  const products = service.database.collection('products');
  await expect(products.insertOne({ _id: 'p0' } as object)).rejects.toThrow(/validation/);
  await expect(products.insertOne({ _id: 5, merchantId: 'one' } as object)).rejects.toThrow(/validation/);
  await expect(products.insertOne({ _id: 'x'.repeat(201), merchantId: 'one' } as object)).rejects.toThrow(/validation/);
  await products.insertOne({ _id: 'odd', merchantId: 'one', price: 'gratis', status: 7 } as object);
  const memberships = service.database.collection('memberships');
  const wrongKey = { _id: 'c:other', merchantId: 'one', collectionId: 'c', productId: 'p' } as object;
  await expect(memberships.insertOne(wrongKey)).rejects.toThrow(/validation/);
});

test('existing documents that cannot be served are reported', async () => {
  await service.database
    .collection('products')
    .insertOne(product('nobody', 'x', { merchantId: 5 }), { bypassDocumentValidation: true });
  const { code, stderr } = await setup();
  expect(code).toBe(0);
  expect(stderr).toMatch(/products: warning: 1 documents/);
});

test('memberships with ids that are no texts are reported, too, and all collections are prepared', async () => {
  const { database } = service;
  const memberships = database.collection<Document>('memberships');
  const wrong = [
    membership('c', 'object-id', 'one', { productId: new ObjectId() }),
    membership('c', 'number', 'one', { collectionId: 5 }),
    membership('c', 'missing', 'one', { productId: undefined }),
    membership('c', 'other-key', 'one', { productId: 'p' }),
  ];
  await memberships.insertMany([...wrong, membership('c', 'p', 'one')], {
    bypassDocumentValidation: true,
    ignoreUndefined: true,
  });
  await database.collection('searches').dropIndexes();
  const { code, stderr } = await setup();
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^memberships: warning: 4 documents/m)]);
  expect(await missingSetup(database)).toBeNull();
});

test.each([
  [{}, 2, /MONGODB_URL: is required/],
  [{ MONGODB_URL: 'mongodb://reader:pass-word@127.0.0.1:27017' }, 2, /MONGODB_URL: must name the database/],
  [
    { MONGODB_URL: 'mongodb://reader:pass-word@127.0.0.1:2/catalogue' },
    1,
    /MongoDB does not answer at mongodb:\/\/127\.0\.0\.1:2/,
  ],
  [
    { MONGODB_URL: 'mongodb://127.0.0.1:2/catalogue?tlsCertificateKeyFilePassword=pass-word' },
    1,
    /MongoDB does not answer at mongodb:\/\/127\.0\.0\.1:2\/catalogue: /,
  ],
  [{ MONGODB_URL: 'mongodb://127.0.0.1:2/catalogue?tls=true&tlsCAFile=/nowhere' }, 2, /MONGODB_URL: must name files/],
  [{ MONGODB_URL: 'mongodb://127.0.0.1:2/catalogue?tls=true&tlsCAFile=/' }, 2, /MONGODB_URL: must name files/],
])('with %j it fails with code %d and prints the cause without a password or a stack', async (variables, code, why) => {
  const finished = await runCatalogue(['setup'], variables as Record<string, string>);
  expect([finished.code, finished.stdout]).toEqual([code, '']);
  expect(finished.stderr).toMatch(why);
  expect(finished.stderr).not.toMatch(/pass-word|\n\s+at /);
});

test.each([
  [['unknown']],
  [[]],
  [['setup', '--wrong']],
  [['setup', '--initiate-replica-set', '']],
  [['setup', '--initiate-replica-set', 'mongodb']],
  [['import']],
])('invalid usage (%j) is exit code 2 with a hint at --help', async (argv) => {
  const { code, stdout, stderr } = await runCatalogue(argv, service.variables);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/help/i);
});

test('--help is exit code 0 and names the commands', async () => {
  const { code, stdout } = await runCatalogue(['--help'], {});
  expect(code).toBe(0);
  for (const command of ['setup', 'import', 'searches', 'token']) expect(stdout).toContain(command);
});

const REPLICA_SET_STEP =
  /^.*: (?:start it with --replSet NAME, then )?run `catalogue setup --initiate-replica-set HOST:PORT`.*\n$/;

ownTest('D15: MongoDB is reachable but no replica set: setup and run name the cause and the command in one line', () =>
  withMembers(async (startMember) => {
    const [alone, uninitiated] = await Promise.all([
      startMember('alone', []),
      startMember('uninitiated', MEMBER_OF_TWO),
    ]);
    const engines = { MEILISEARCH_URL: 'http://127.0.0.1:2', INDEXER_PORT: '0' };
    for (const [host, query, cause] of [
      [alone, '?replicaSet=two', /but not as a member of the replica set that MONGODB_URL names/],
      [uninitiated, '', /but its replica set is not initiated/],
      [uninitiated, '?replicaSet=two', /but its replica set is not initiated/],
    ] as const) {
      const MONGODB_URL = `mongodb://${host}/catalogue${query}`;
      const set = await runCatalogue(['setup'], { MONGODB_URL });
      expect([set.code, set.stdout]).toEqual([1, '']);
      expect(set.stderr).toMatch(REPLICA_SET_STEP);
      expect(set.stderr).toMatch(cause);
      await expectToEnd({ ...engines, MONGODB_URL }, cause);
    }

    // A standalone server accepts the collections, but has no change streams.
    const MONGODB_URL = `mongodb://${alone}/catalogue`;
    const warned = await runCatalogue(['setup'], { MONGODB_URL });
    expect(warned.code).toBe(0);
    expect(warned.stderr).toMatch(/^warning: MongoDB runs as a standalone server/m);
    await expectToEnd({ ...engines, MONGODB_URL }, /MongoDB runs as a standalone server/);
    const refused = await runCatalogue(['setup', '--initiate-replica-set', alone], { MONGODB_URL });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(REPLICA_SET_STEP) });

    const initiating = ['setup', '--initiate-replica-set', uninitiated];
    const url = `mongodb://${uninitiated}/catalogue?replicaSet=two`;
    expect(await runCatalogue(initiating, { MONGODB_URL: url })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^replica set: initiated; it has a primary\n/),
    });
    // The second time with another address.
    const again = await runCatalogue(['setup', '--initiate-replica-set', alone], { MONGODB_URL: url });
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^replica set: already initiated, and not changed; it has a primary\n/),
    });
    const client = await MongoClient.connect(url, { runtimeAdapters: { os } });
    expect((await client.db().command({ hello: 1 })).hosts).toEqual([uninitiated]);
    await client.close();
  }),
);

/** Expects `indexer run` to exit with 1, and to log one line above `info`, without a stack. */
async function expectToEnd(variables: Record<string, string>, cause: RegExp): Promise<void> {
  const { code, stdout, stderr } = await runProgram('indexer/main.js', ['run'], variables);
  expect([code, stderr]).toEqual([1, '']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const errors = lines.filter(({ level }) => level !== 'info');
  expect(errors).toEqual([expect.objectContaining({ level: 'fatal', msg: expect.stringMatching(cause) })]);
  expect(errors[0].msg).toContain('--initiate-replica-set');
  expect(stdout).not.toMatch(/stack|\n\s+at /);
}
