/**
 * MongoDB is restored at its address from a snapshot, so that its elections count from an earlier number. The driver
 * refuses its primary: the API and the indexer connect again, without a restart. Skipped unless the engines are local
 * programs.
 */
import { restoreSnapshot, takeSnapshot } from '../../../dev/engines/snapshots.ts';
import { canOwnEngines, type OwnEngines, ownTest, startOwnEngines } from '../../support/engines/own-engines.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';

let engines: OwnEngines;
/** Its own client connects to the one member directly, which ignores elections. */
let service: TestService;

beforeAll(async () => {
  if (!canOwnEngines) return;
  engines = await startOwnEngines();
  const { mongodbUrl } = engines.addresses;
  service = await createService({
    engines: { ...engines.addresses, mongodbUrl: `${mongodbUrl}&directConnection=true` },
  });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one', { title: 'Teapot' })] });
});
afterAll(async () => {
  if (!canOwnEngines) return;
  await service.stop();
  await engines.stop();
});

/** The only member steps down, and is elected again. */
async function elect(): Promise<void> {
  const admin = service.database.client.db('admin');
  await admin.command({ replSetStepDown: 600, force: true });
  await admin.command({ replSetFreeze: 0 });
  await eventually(
    () => service.database.command({ hello: 1 }),
    ({ isWritablePrimary }) => isWritablePrimary === true,
  );
}

ownTest('after a restore of MongoDB from before its last elections, the API and the indexer work again', async () => {
  const { mongodb } = engines;
  const settings = { MONGODB_URL: String(service.variables.MONGODB_URL).replace('&directConnection=true', '') };
  const token = await service.token('one');
  // The snapshot has the identity that the index is built from.
  await (await service.startIndexer()).stop();
  const snapshot = await takeSnapshot(mongodb);
  // More elections than the start after a restore has.
  for (let elections = 0; elections < 2; elections += 1) await elect();
  const [api, indexer] = await Promise.all([service.startApi(settings), service.startIndexer(settings)]);
  const search = () => api.request('/v1/products/search', { token, json: { query: 'teapot' } });
  await eventually(search, ({ body }) => body.length === 1);

  await restoreSnapshot(mongodb, snapshot);
  const refused = await eventually(
    () => api.request('/readyz'),
    ({ body }) => /restored or replaced/.test(body.checks.mongodb),
  );
  expect(refused.status).toBe(503);

  await eventually(search, ({ status }) => status === 200);
  await service.catalogue.products.updateOne({ _id: 'p1' }, { $set: { title: 'Kettle' } });
  const searchNew = () => api.request('/v1/products/search', { token, json: { query: 'kettle' } });
  await eventually(searchNew, ({ status, body }) => status === 200 && body.length === 1);
  for (const { log } of [api, indexer])
    expect(log.filter(({ msg }) => msg.startsWith('MongoDB is older than before'))).toHaveLength(1);
});
