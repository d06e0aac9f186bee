/**
 * The pages of one merchant's collections leave connections to MongoDB for others: while all reads of the pages hang,
 * other merchants are served, and the circuit breaker's probes get through.
 */
import { type MongodbProxy, startMongodbProxy } from '../../support/engines/proxy.ts';
import { collection, insert, product, shop } from '../../support/fixtures.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';
import { metricOf, untilAvailable } from '../responses.ts';

/** Parts of commands in BSON: the read of a collection's memberships, and the breaker's probe. */
const READS_OF_MEMBERS = 'flooding\0\u0002collectionId\0';
const PROBE = 'merchants\0\u0003filter\0\u000f\0\0\0\u0002_id\0\u0001\0\0\0\0';
const COLLECTIONS = 20;

let service: TestService;
let proxy: MongodbProxy;
let probes = 0;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  for (const id of ['flooding', 'other']) await insert(service.catalogue, { ...shop(id), products: [product(id, id)] });
  const collections = Array.from({ length: COLLECTIONS }, (_, index) => collection(`c${index}`, 'flooding'));
  await insert(service.catalogue, { collections });
  proxy = await startMongodbProxy(service, (sent) => {
    if (sent.includes(PROBE)) probes += 1;
  });
});
afterEach(() => proxy.releaseAll());
afterAll(async () => {
  await proxy.refuse();
  await service.stop();
});

test.each([16, 32])('with %d permits, half of them held by pages of collections', async (permits) => {
  const [flooding, other] = await Promise.all(['flooding', 'other'].map((id) => service.token(id)));
  const api = await service.startApi({
    MONGODB_URL: proxy.url,
    CONCURRENT_READS: String(permits),
  });
  proxy.delayAll(READS_OF_MEMBERS);
  // Each page size is a page of its own, so no read is shared.
  const pages = Array.from({ length: permits / 2 }, (_, index) =>
    untilAvailable(() => api.request(`/v1/collections?perPage=${COLLECTIONS + index}`, { token: String(flooding) })),
  );
  await eventually(
    () => metricOf(api, 'catalogue_reads{engine="mongodb",state="in progress"}'),
    (count) => count === pages.length,
  );
  // While this process, and so the proxy, is paused, the breaker may open for a moment.
  const response = await untilAvailable(() => api.request('/v1/products', { token: String(other) }));
  expect(response).toMatchObject({ status: 200, body: { data: [{ id: 'other' }] } });
  const before = probes;
  await eventually(
    async () => probes - before,
    (count) => count >= 3,
  );
  await eventually(
    () => metricOf(api, 'catalogue_breaker_open{engine="mongodb"}'),
    (open) => open === 0,
  );
  proxy.releaseAll();
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200));
});
