/**
 * The process halts while it handles a batch of events. The response with the batch says nothing about the writes of the
 * meantime, so the stream must not count as up to date when the rest of the batch is handled.
 */
import { followChanges } from '../../src/cache/change-stream.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { product } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';

const PRODUCTS = 1000;
const HALT_MS = 100;

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
});
afterAll(() => service?.stop());

function halt(): void {
  const endMs = performance.now() + HALT_MS;
  while (performance.now() < endMs);
}

test('the rest of a batch does not renew the time at which the stream was at its head', async () => {
  let events = 0;
  let haltedAtMs = 0;
  let isSameBatch = false;
  /** Of the events after a halt: how long after it the stream was last at its head. */
  const afterHalts: number[] = [];
  const changes = followChanges({
    database: service.database,
    logger: createLogger('test', 'silent'),
    onInvalidation() {
      events += 1;
      if (isSameBatch) afterHalts.push(changes.lastHeadAtMs() - haltedAtMs);
      // A halt may come after the last event of a batch, so there are several.
      if (events % 100 !== 50) return;
      haltedAtMs = performance.now();
      halt();
      isSameBatch = true;
      // The events of a batch are handled without a turn of the event loop.
      setImmediate(() => {
        isSameBatch = false;
      });
    },
  });
  try {
    await eventually(
      async () => changes.lastHeadAtMs(),
      (atMs) => atMs > 0,
    );
    await service.catalogue.products.insertMany(
      Array.from({ length: PRODUCTS }, (_, index) => product(`p${index}`, 'one') as never),
    );
    await eventually(
      async () => events,
      (found) => found > PRODUCTS,
    );
  } finally {
    await changes.close();
  }
  expect(afterHalts.length).toBeGreaterThan(10);
  expect(Math.max(...afterHalts)).toBeLessThan(0);
});
