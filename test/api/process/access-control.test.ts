/** Every process works with the MongoDB user that the documents tell operators to create, and may do no more. */
import { MongoClient } from 'mongodb';
import { withDatabase } from '../../../dev/engines/address.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import { sourceOf } from '../../../indexer/source/source-identity.ts';
import { mongoReadiness } from '../../../src/engines/mongodb/client.ts';
import { MONGODB_CODES } from '../../../src/engines/mongodb/errors.ts';
import { metricOf } from '../../indexer/support/indexer-http.ts';
import { createDocumentedUsers, type GuardedMongo, startGuardedMongo } from '../../support/engines/access-control.ts';
import { canOwnEngines, ownTest } from '../../support/engines/own-engines.ts';
import { runCatalogue, runIndexerCommand } from '../../support/in-worker.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { createServiceOn, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';

let mongo: GuardedMongo;
let service: TestService;
const clients: MongoClient[] = [];

/** The address of the service's database for one of the documented users. */
const urlOf = (user: string) => withDatabase(mongo.urlOf(user), service.indexName);
const variablesOf = (user: string) => ({ ...service.variables, MONGODB_URL: urlOf(user) });

const databaseOf = (user: string) => {
  const client = new MongoClient(urlOf(user));
  clients.push(client);
  return client.db();
};

beforeAll(async () => {
  if (!canOwnEngines) return;
  mongo = await startGuardedMongo();
  service = await createServiceOn(mongo.urlOf('root'));
  await createDocumentedUsers(service.database.client as MongoClient, service.indexName);
  await service.database.dropDatabase();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service?.stop();
  await mongo?.stop();
});

const lines = (title: string) =>
  [
    { kind: 'merchant', id: 'one', name: 'One', handle: 'one', status: 'active' },
    {
      kind: 'location',
      id: 'l1',
      merchantId: 'one',
      name: 'Oslo',
      handle: 'oslo',
      address: {},
      timezone: 'Europe/Oslo',
    },
    {
      kind: 'product',
      id: 'p1',
      merchantId: 'one',
      locationId: 'l1',
      handle: 'p1',
      title,
      price: '19.90',
      currency: 'NOK',
      quantity: 4,
      status: 'published',
      createdAt: '2026-01-31T09:30:00.000Z',
      updatedAt: '2026-01-31T09:30:00.000Z',
    },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

const catalogue = (command: string, input = '') =>
  runCatalogue(command.split(' '), { MONGODB_URL: urlOf('catalogue-admin') }, input);

ownTest('the documented users are enough for every process', async () => {
  expect(await catalogue('setup')).toMatchObject({ code: 0 });
  expect(await catalogue('import -', lines('Teapot'))).toMatchObject({ code: 0 });
  const issued = await catalogue('token issue --merchant one');
  const token = issued.stdout.trim();
  expect([issued.code, (await catalogue('token list')).stdout]).toEqual([0, expect.stringContaining('\tone\t')]);

  const indexer = await service.startIndexer(variablesOf('catalogue-indexer'));
  await eventuallyEqual(service);
  expect(await service.catalogue.merchantLanguages.countDocuments()).toBe(1);
  const api = await service.startApi(variablesOf('catalogue-api'));
  // A busy engine may answer too late.
  await eventually(
    () => api.request('/readyz'),
    ({ body }) => body.status === 'ok',
  );
  const titles = async () =>
    (await api.request('/v1/products', { token })).body.data.map(({ title }: { title: string }) => title);
  expect(await titles()).toEqual(['Teapot']);

  // Both change streams.
  expect(await catalogue('import -', lines('Kettle'))).toMatchObject({ code: 0 });
  await eventually(titles, (now) => now.join() === 'Kettle');
  await eventuallyEqual(service);
  expect(foundIdsOf(await api.request('/v1/products/search', { token, json: { query: 'kettle' } }))).toEqual(['p1']);
  await eventually(
    () => service.catalogue.searches.countDocuments(),
    (count) => count === 1,
  );
  expect((await catalogue('searches --merchant one')).stdout).toContain('kettle');

  const command = (words: string) => runIndexerCommand(words.split(' '), variablesOf('catalogue-indexer'));
  const deadLetters = createDeadLetters(databaseOf('catalogue-indexer'), service.indexName);
  await deadLetters.add([{ productId: 'p1', merchantId: null, reason: 'of the test' }]);
  const commands = ['reindex', 'rollback', 'reindex --drop-old', 'reindex --merchant one', 'pause', 'resume', 'status'];
  for (const words of [...commands, 'explain p1', 'dead-letters list', 'dead-letters retry', 'verify --repair'])
    expect([words, await command(words)]).toMatchObject([words, { code: 0 }]);
  expect(await deadLetters.count()).toBe(0);
  expect(await eventually(() => metricOf(indexer, 'oplog_window_seconds'), Number.isFinite)).toBeGreaterThanOrEqual(0);
  expect(await sourceOf(databaseOf('catalogue-indexer'))).toMatch(/^\S+ [0-9a-f]{32} [0-9a-f]{24}$/);
  expect(await catalogue(`token revoke ${token}`)).toMatchObject({ code: 0 });
  await eventually(
    () => api.request('/v1/products', { token }),
    ({ status }) => status === 401,
  );
  await Promise.all([api.stop(), indexer.stop()]);
  for (const { log } of [api, indexer])
    expect(log.filter((line) => /not authorized|requires authentication/.test(JSON.stringify(line)))).toEqual([]);
});

ownTest('with a wrong password or without rights, the API says that MongoDB refuses its user', async () => {
  const { password: pwd } = new URL(urlOf('late'));
  const roles = ['catalogueApi'];
  const admin = (service.database.client as MongoClient).db('admin');
  for (const [user, given, correction] of [
    ['wrong', { pwd: 'another', roles }, { updateUser: 'wrong', pwd }],
    ['late', { pwd, roles: [] }, { grantRolesToUser: 'late', roles }],
  ] as const) {
    await admin.command({ createUser: user, ...given });
    const api = await service.startApi({ MONGODB_URL: urlOf(user) });
    const untilMongodbIs = (state: string) =>
      eventually(
        () => api.request('/readyz'),
        ({ body }) => body.checks.mongodb === state,
      );
    expect((await untilMongodbIs('refuses the user of MONGODB_URL')).status).toBe(503);
    await admin.command({ ...correction });
    expect((await untilMongodbIs('ok')).status).toBe(200);
    await api.stop();
  }
});

ownTest('a refused password is no response of MongoDB, so no check of the readiness closes the breaker', async () => {
  const address = urlOf('catalogue-api').replace(new URL(urlOf('catalogue-api')).password, 'another');
  const client = new MongoClient(address);
  clients.push(client);
  await expect(mongoReadiness(client.db())).rejects.toMatchObject({ code: MONGODB_CODES.authenticationFailed });
});

ownTest('a command says that MONGODB_URL names no user, or which right its user lacks', async () => {
  const issue = (url: string) => runCatalogue(['token', 'issue', '--merchant', 'one'], { MONGODB_URL: url });
  const without = await issue(
    urlOf('catalogue-api')
      .replace(/[^/@]*@/, '')
      .replace('&authSource=admin', ''),
  );
  expect([without.code, without.stderr]).toEqual([
    1,
    'MongoDB requires a user, and MONGODB_URL names none: add the user of this process and its password, or ' +
      'authMechanism=MONGODB-X509 for a certificate\n',
  ]);
  const refused = await issue(urlOf('catalogue-api'));
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `The user of MONGODB_URL lacks a right: not authorized on ${service.indexName} to execute command ` +
      '{ insert: "access_tokens", … }: grant its user the rights that docs/operations.md lists\n',
  ]);
});

ownTest('the users of the API and of the indexer cannot write the catalogue', async () => {
  for (const user of ['catalogue-api', 'catalogue-indexer'])
    for (const name of ['products', 'merchants', 'access_tokens'])
      await expect(databaseOf(user).collection(name).insertOne({})).rejects.toThrow(/not authorized/);
  await expect(databaseOf('catalogue-api').collection('searches').deleteMany({})).rejects.toThrow(/not authorized/);
});
