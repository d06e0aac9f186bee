/** The lag behind MongoDB that the change feed reports. It depends on no local clock but the monotonic one. */
import { currentToken } from '../../../indexer/source/event-stream.ts';
import { readServerClock } from '../../../indexer/source/server-clock.ts';
import { insert, product } from '../../support/fixtures.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';
import { withFeed } from '../support/feed.ts';

const HOUR_MS = 3_600_000;
const AGE_MS = 2500;
const RealDate = Date;

let service: TestService;
beforeAll(async () => {
  service = await createService({ withIndexes: false });
});
afterAll(() => service.stop());
afterEach(() => {
  globalThis.Date = RealDate;
});

const isPositive = (ms: number): boolean => ms > 0;

/** Shifts the clock of this process, so that every time measured with `Date` is wrong by this much. */
function shiftDate(shiftMs: number): void {
  globalThis.Date = class extends RealDate {
    constructor(...given: []) {
      super(...((given.length === 0 ? [RealDate.now() + shiftMs] : given) as []));
    }
    static override now(): number {
      return RealDate.now() + shiftMs;
    }
  } as DateConstructor;
}

/** Inserts a product, waits until that change is `ageMs` old, and resolves to a resume token from before it. */
async function tokenBeforeOldChange(id: string, ageMs: number) {
  const token = await currentToken(service.database);
  await insert(service.catalogue, { products: [product(id, 'one')] });
  const since = performance.now();
  await eventually(
    async () => performance.now() - since,
    (passedMs) => passedMs > ageMs,
  );
  return token;
}

test.each([
  ['is right', 0],
  ['is an hour ahead', HOUR_MS],
  ['is an hour behind', -HOUR_MS],
])(
  'D6: the lag of a stream that resumes at an old change is the age of the change, when the local clock %s',
  async (_how, shiftMs) => {
    const token = await tokenBeforeOldChange(`old-${shiftMs}`, AGE_MS);
    shiftDate(shiftMs);
    const openedMs = performance.now();
    await withFeed(service, token, async (feed) => {
      const lagMs = await eventually(async () => feed.lagMs() ?? 0, isPositive);
      // The change was old when it arrived. MongoDB's clock is known to within half a round trip.
      expect(lagMs).toBeGreaterThan(performance.now() - openedMs + AGE_MS / 2);
      expect(lagMs).toBeLessThan(HOUR_MS / 2);
      const taken = await feed.take({ waitMs: 0, notBeforeMs: 0 }, new AbortController().signal);
      expect(feed.ageMs(taken)).toBeGreaterThan(AGE_MS / 2);
      expect(feed.ageMs(taken)).toBeLessThan(HOUR_MS / 2);
      // Nothing is pending any more.
      await eventually(
        async () => feed.lagMs(),
        (lagMs) => lagMs === 0,
      );
      expect(feed.isCaughtUp()).toBe(true);
    });
  },
);

test('D6: the lag of a pending change grows while the local clock is set back and forth', async () => {
  await withFeed(service, null, async (feed) => {
    await insert(service.catalogue, { products: [product('waits', 'one')] });
    await eventually(async () => feed.lagMs() ?? 0, isPositive);
    const arrivedMs = performance.now();
    let before = 0;
    for (const shiftMs of [0, HOUR_MS, -HOUR_MS, 0]) {
      shiftDate(shiftMs);
      const waitedMs = performance.now() - arrivedMs;
      const lagMs = feed.lagMs() ?? 0;
      expect(lagMs).toBeGreaterThanOrEqual(waitedMs);
      expect(lagMs).toBeGreaterThanOrEqual(before);
      expect(lagMs).toBeLessThan(HOUR_MS / 2);
      before = lagMs;
    }
  });
});

test('FM-47: the lag is never negative, even for an event from the future of MongoDB', async () => {
  await withFeed(service, null, async (feed) => {
    const serverNowMs = RealDate.now();
    expect(feed.ageMs({ oldestArrivedMs: null, oldestServerMs: serverNowMs + HOUR_MS })).toBe(0);
    expect(feed.ageMs({ oldestArrivedMs: performance.now() + HOUR_MS, oldestServerMs: null })).toBe(0);
    expect(feed.ageMs({ oldestArrivedMs: null, oldestServerMs: null })).toBe(0);
    expect(feed.ageMs({ oldestArrivedMs: performance.now() - 5000, oldestServerMs: null })).toBeGreaterThanOrEqual(
      5000,
    );
  });
});

test("MongoDB's clock is read once, and then advances without further reads", async () => {
  shiftDate(HOUR_MS);
  const clock = await readServerClock(service.database);
  const { localTime } = await service.database.command({ hello: 1 });
  expect(clock.nowMs()).toBeGreaterThan(localTime.getTime() - HOUR_MS / 2);
  expect(clock.nowMs()).toBeLessThan(localTime.getTime() + HOUR_MS / 2);
});
