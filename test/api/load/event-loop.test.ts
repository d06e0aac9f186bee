/** A process whose event loop is behind refuses requests at the door, and takes them again when it has caught up. */

import { shedLoad, watchEventLoop } from '../../../src/http/shed-load.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf } from '../answers.ts';

const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 1));

test('it is behind while the loop stands still again and again, and no more when it runs', async () => {
  const watch = watchEventLoop(50);
  try {
    expect(watch.isBehind()).toBe(false);
    await eventually(
      async () => {
        standStill(300);
        await nextTurn();
        return watch.isBehind();
      },
      (behind) => behind,
    );
    await eventually(
      async () => watch.isBehind(),
      (behind) => !behind,
    );
  } finally {
    watch.end();
  }
});

test('with a limit of 0 it never is; its utilization is told all the same', async () => {
  const watch = watchEventLoop(0);
  for (let count = 0; count < 5; count += 1) {
    standStill(150);
    await nextTurn();
  }
  expect(watch.isBehind()).toBe(false);
  expect(watch.utilization()).toBeGreaterThan(0.5);
  await eventually(
    async () => watch.utilization(),
    (utilization) => utilization < 0.5,
  );
  watch.end();
});

test('a request is refused at the door, and each is counted', () => {
  let shed = 0;
  const door = shedLoad(
    () => true,
    () => {
      shed += 1;
    },
  );
  expect(() => door({} as never, {} as never, () => undefined)).toThrow('The service is busy at the moment.');
  expect(shed).toBe(1);
});

let service: TestService;
beforeAll(async () => {
  service = await createService();
  const products = Array.from({ length: 500 }, (_product, index) => product(`p${index}`, 'one'));
  await insert(service.catalogue, { ...shop('one'), products });
});
afterAll(() => service.stop());

test('a flooded process refuses some with 503 overloaded, answers /livez and /readyz, and recovers', async () => {
  const token = await service.token('one');
  const api = await service.startApi({
    MAX_EVENT_LOOP_DELAY_MS: '1',
    PAGE_CACHE_BYTES: '0',
    CONCURRENT_READS: '1000',
  });
  const list = () => api.request('/v1/products?perPage=500', { token });
  const refused = await eventually(
    async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, list));
      return answers.find(({ status }) => status === 503);
    },
    (answer) => answer !== undefined,
  );
  if (refused === undefined) throw new Error('nothing was refused');
  expectProblem(refused, 503, 'overloaded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await metricOf(api, 'catalogue_requests_shed_total{reason="event loop"}')).toBeGreaterThanOrEqual(1);
  const flood = Promise.all(Array.from({ length: 20 }, list));
  for (const path of ['/livez', '/readyz', '/metrics']) expect((await api.request(path)).status).toBe(200);
  await flood;
  await eventually(list, ({ status }) => status === 200);
});
