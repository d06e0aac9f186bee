/** What a caller that has gone away asked for is not read on; who waits for the same page gets it all the same. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Forwarder, startForwarder } from '../../support/forwarder.ts';
import { type ApiProcess, createService, eventually, type TestService } from '../../support/service.ts';
import { idsOf, metricOf } from '../responses.ts';

let service: TestService;
let forwarder: Forwarder;
let api: ApiProcess;
let token: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  token = await service.token('one');
  forwarder = await startForwarder(new URL(service.variables.MONGODB_URL ?? '').host);
  api = await service.startApiProcess({
    MONGODB_URL: `mongodb://127.0.0.1:${forwarder.port}/${service.database.databaseName}?directConnection=true`,
  });
});
afterAll(async () => {
  forwarder.release();
  await forwarder.close();
  await service.stop();
});

/** A query by the merchant, as BSON; the look at the token has no such part. */
const READS_OF_ONE = `merchantId\0${String.fromCharCode('one'.length + 1)}\0\0\0one`;

const underWay = () => metricOf(api, 'catalogue_reads{engine="mongodb",state="under way"}');
const callsOf = (operation: string, outcome = 'success') =>
  metricOf(
    api,
    `catalogue_engine_duration_seconds_count{engine="mongodb",operation="${operation}",outcome="${outcome}"}`,
  );
const goneFrom = (route: string) =>
  metricOf(api, `catalogue_http_request_duration_seconds_count{route="${route}",method="GET",status="499"}`);

/** A request that is under way, held up in MongoDB. */
async function startHeld(path: string): Promise<{ leave(): Promise<void> }> {
  const { pathname } = new URL(path, api.url);
  const leaving = new AbortController();
  const gone = await goneFrom(pathname);
  forwarder.hold(READS_OF_ONE);
  const asked = fetch(api.url + path, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal });
  const settled = asked.then(
    () => 'answered',
    () => 'gone',
  );
  await eventually(underWay, (count) => count === 1);
  return {
    async leave() {
      leaving.abort();
      expect(await settled).toBe('gone');
      await eventually(
        () => goneFrom(pathname),
        (count) => count === gone + 1,
      );
    },
  };
}

test('the commands that would follow are not sent', async () => {
  const { leave } = await startHeld('/v1/products');
  await leave();
  forwarder.release();
  await eventually(underWay, (count) => count === 0);
  // It was held in the count, and the page itself was not read.
  expect([await callsOf('products.page', 'abandoned'), await callsOf('products.page')]).toEqual([1, 0]);
  expect(await callsOf('products.related')).toBe(0);
  // Nobody was there to be told of a fault, so there is none.
  expect(api.process.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a collection’s products are not read', async () => {
  await insert(service.catalogue, {
    collections: [{ _id: 'c1', merchantId: 'one', name: 'c1', status: 'published', createdAt: new Date() }],
  });
  const { leave } = await startHeld('/v1/collections');
  await leave();
  forwarder.release();
  await eventually(underWay, (count) => count === 0);
  expect([await callsOf('collections.page'), await callsOf('collections.products')]).toEqual([1, 0]);
});

test('another caller of the same page gets it', async () => {
  const { leave } = await startHeld('/v1/products?perPage=7');
  const other = api.request('/v1/products?perPage=7', { token });
  // It has come by the time that one after it is answered.
  expect((await api.request('/livez')).status).toBe(200);
  await leave();
  forwarder.release();
  const response = await other;
  expect([response.status, idsOf(response)]).toEqual([200, ['p1']]);
});

test('of requests pipelined on a connection that closes, each is logged and counted', async () => {
  const gone = await goneFrom('/v1/products');
  forwarder.hold(READS_OF_ONE);
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const request = (perPage: number) =>
    `GET /v1/products?perPage=${perPage} HTTP/1.1\r\nHost: catalogue\r\nX-Request-Id: pipelined-${perPage}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const sizes = Array.from({ length: 8 }, (_, index) => 11 + index);
  socket.write(sizes.map(request).join(''));
  await eventually(
    async () => (await underWay()) + (await metricOf(api, 'catalogue_reads{engine="mongodb",state="waiting"}')),
    (count) => count === 8,
  );
  socket.destroy();
  await eventually(
    () => goneFrom('/v1/products'),
    (count) => count === gone + 8,
  );
  forwarder.release();
  for (const size of sizes) {
    await api.process.line(
      ({ msg, req }) =>
        msg === 'closed by the client' && (req as { id?: string } | undefined)?.id === `pipelined-${size}`,
    );
  }
  await eventually(underWay, (count) => count === 0);
});
