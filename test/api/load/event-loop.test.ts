/** A process whose event loop lags sheds requests on arrival, and accepts them again when it has caught up. */
import { spawn } from 'node:child_process';
import { shedLoad } from '../../../src/api/middleware/limits/shed-load.ts';
import { watchEventLoop } from '../../../src/runtime/monitoring/event-loop.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type ApiResponse, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf } from '../responses.ts';

const blockEventLoop = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Repeats `work` without a pause until it resolves to true. Throws after a minute. */
async function repeatUntilTrue(work: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 60_000;
  while (!(await work())) if (performance.now() > endMs) throw new Error('not true within a minute');
}

test('it lags while the loop is blocked repeatedly, and no longer when it runs', async () => {
  const watch = watchEventLoop(200);
  try {
    expect(watch.isBehind()).toBe(false);
    await repeatUntilTrue(async () => {
      blockEventLoop(800);
      await nextTurn();
      return watch.isBehind();
    });
    await eventually(
      async () => watch.isBehind(),
      (behind) => !behind,
    );
  } finally {
    watch.end();
  }
});

test('one block does not count as lag, however long', async () => {
  const watch = watchEventLoop(1000);
  try {
    expect(watch.isBehind()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 100));
    blockEventLoop(3000);
    for (let turn = 0; turn < 100; turn += 1) {
      await nextTurn();
      expect(watch.isBehind()).toBe(false);
    }
  } finally {
    watch.end();
  }
});

/** An idle process that prints every 10 ms whether its event loop is behind. */
const WATCHED = `
  const { watchEventLoop } = await import('${new URL('../../../dist/src/runtime/monitoring/event-loop.js', import.meta.url)}');
  const watch = watchEventLoop(250);
  setInterval(() => console.log(watch.isBehind() ? 'behind' : 'punctual'), 10);
`;

test('pauses of an idle process, as on an overloaded machine, do not count as lag', async () => {
  const watched = spawn(process.execPath, ['--input-type=module', '-e', WATCHED], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  watched.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  try {
    for (let pauses = 0; pauses < 5; pauses += 1) {
      const lines = output.split('\n').length;
      await eventually(
        async () => output.split('\n').length,
        (count) => count > lines + 10,
      );
      watched.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 600));
      watched.kill('SIGCONT');
    }
  } finally {
    watched.kill('SIGKILL');
  }
  expect(output).not.toContain('behind');
});

test('with a limit of 0 it never lags; its utilization is still reported', async () => {
  const watch = watchEventLoop(0);
  await repeatUntilTrue(async () => {
    blockEventLoop(150);
    await nextTurn();
    expect(watch.isBehind()).toBe(false);
    return watch.utilization() > 0.5;
  });
  await eventually(
    async () => watch.utilization(),
    (utilization) => utilization < 0.5,
  );
  watch.end();
});

test('requests are shed on arrival', () => {
  const middleware = shedLoad(() => true);
  expect(() => middleware({} as never, {} as never, () => undefined)).toThrow('The service is busy at the moment.');
});

let service: TestService;
beforeAll(async () => {
  service = await createService();
  const description = 'text '.repeat(400);
  const products = Array.from({ length: 500 }, (_product, index) => product(`p${index}`, 'one', { description }));
  await insert(service.catalogue, { ...shop('one'), products });
});
afterAll(() => service.stop());

test('a flooded process sheds some with 503 overloaded, which pages can read, serves /livez and /readyz, and recovers', async () => {
  const token = await service.token('one', 'published');
  const api = await service.startApiProcess({
    CORS_ORIGINS: '*',
    MAX_EVENT_LOOP_DELAY_MS: '10',
    PAGE_CACHE_BYTES: '0',
    CONCURRENT_READS: '1000',
  });
  const list = () =>
    api.request('/v1/products?perPage=500', { token, headers: { origin: 'https://shop.example.com' } });
  const refused: ApiResponse[] = [];
  const client = () =>
    repeatUntilTrue(async () => {
      const response = await list();
      if (response.body.code === 'overloaded') refused.push(response);
      return refused.length > 0;
    });
  await Promise.all(Array.from({ length: 20 }, client));
  expect(await metricOf(api, 'catalogue_requests_shed_total{reason="event loop"}')).toBeGreaterThan(0);
  for (const response of refused) {
    expectProblem(response, 503, 'overloaded');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  }
  const flood = Promise.all(Array.from({ length: 20 }, list));
  for (const path of ['/livez', '/metrics']) expect([path, (await api.request(path)).status]).toEqual([path, 200]);
  // An engine may respond too late for a process that is this busy. Then it's the check that says so.
  expect((await api.request('/readyz')).body).toHaveProperty('checks.mongodb');
  await flood;
  await eventually(list, ({ status }) => status === 200);
});
