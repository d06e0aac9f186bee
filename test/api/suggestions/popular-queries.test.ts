/**
 * A search log that can't be read, or that is long, costs MongoDB little: however many keys are pressed. After a pause
 * without requests, nothing is suggested that the log no longer has, however long the pause was.
 */
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import type { GuardedRead } from '../../../src/engines/breaker/guarded-reads.ts';
import { createFindPopularQueries } from '../../../src/search/suggestions/popular-queries.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SEARCHES = [0, 0, 0, 1, 1];

const searchAt = (at: Date, merchantId = 'one') => ({
  merchantId,
  visibility: 'published' as const,
  query: 'red tent',
  hits: 3,
  tookMs: 1,
  isFiltered: false,
  at,
  expiresAt: new Date(Date.now() + DAY_MS),
});

let service: TestService;

beforeAll(async () => {
  service = await createService();
  const searchesOf = (merchantId: string) =>
    SEARCHES.map((days) => searchAt(new Date(Date.now() - days * DAY_MS), merchantId));
  await service.catalogue.searches.insertMany(['one', 'idle'].flatMap(searchesOf));
});
afterAll(() => service?.stop());

/** Finds the texts of popular queries; `reads` and `warn` count. Reads fail while `fails`. */
function createFind(merchantId = 'one') {
  const state = { fails: false, reads: 0 };
  const warn = import.meta.jest.fn();
  const guardedRead: GuardedRead = async (_operation, read) => {
    state.reads += 1;
    if (state.fails) throw new Error('took more than 8 s');
    return await read();
  };
  const find = createFindPopularQueries({
    catalogue: service.catalogue,
    minSearches: SEARCHES.length,
    maxBytes: 1e6,
    guardedRead,
    logger: { warn } as never,
  });
  const textsFound = async () => (await find(merchantScope(merchantId, 'published'))).map(({ text }) => text);
  return { state, warn, textsFound };
}

/** Sets the clock of the caches forward during `work`. */
async function later(ms: number, work: () => Promise<void>): Promise<void> {
  const now = performance.now.bind(performance);
  const clock = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
  try {
    // The cache reads the clock once in a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 2));
    await work();
  } finally {
    clock.mockRestore();
  }
}

test('a read that failed is logged, and not repeated for a minute', async () => {
  const { state, warn, textsFound } = createFind();
  state.fails = true;
  for (let presses = 0; presses < 3; presses += 1) expect(await textsFound()).toEqual([]);
  expect([state.reads, warn.mock.calls.length]).toEqual([1, 1]);
  await later(2 * MINUTE_MS, async () => {
    for (let presses = 0; presses < 3; presses += 1) expect(await textsFound()).toEqual([]);
    expect(state.reads).toBe(2);
  });
  state.fails = false;
  await later(4 * MINUTE_MS, async () => {
    await eventually(textsFound, (texts) => texts.length > 0);
    expect(state.reads).toBe(3);
  });
});

test('a stale list is served while it cannot be read again', async () => {
  const { state, warn, textsFound } = createFind();
  await eventually(textsFound, (texts) => texts.length > 0);
  state.fails = true;
  await later(6 * MINUTE_MS, async () => {
    for (let presses = 0; presses < 3; presses += 1) {
      expect(await textsFound()).toEqual(['red tent']);
      await eventually(
        async () => state.reads,
        (reads) => reads === 2,
      );
    }
    // The failed read is not repeated.
    expect([state.reads, warn.mock.calls.length]).toEqual([2, 1]);
  });
  await later(11 * MINUTE_MS, async () => expect(await textsFound()).toEqual([]));
});

test('a list that is hours old is read again, not served', async () => {
  const { state, textsFound } = createFind('idle');
  // The first list is not waited for longer than a moment.
  await eventually(textsFound, (texts) => texts.length > 0);
  expect([await textsFound(), state.reads]).toEqual([['red tent'], 1]);
  await later(60 * MINUTE_MS, async () => {
    await service.catalogue.searches.deleteMany({ merchantId: 'idle' });
    expect([await textsFound(), state.reads]).toEqual([[], 2]);
  });
});

test('the newest searches of today and of the days before are read by an index, in its order', async () => {
  const { database } = service;
  await database.command({ profile: 2 });
  await eventually(createFind().textsFound, (texts) => texts.length > 0);
  await database.command({ profile: 0 });
  const reads = await database.collection('system.profile').find({ 'command.aggregate': 'searches' }).toArray();
  expect(reads.length).toBeGreaterThan(0);
  for (const read of reads) expect(read.planSummary).toBe('IXSCAN { merchantId: 1, at: 1 }');
  const pipeline = reads[0]?.command.pipeline;
  const before = pipeline.find((stage: object) => '$unionWith' in stage).$unionWith.pipeline;
  // The sort that groups leave isn't that of the limits.
  for (const stages of [pipeline.slice(0, 3), before]) {
    expect(stages.map((stage: object) => Object.keys(stage)[0])).toEqual(['$match', '$sort', '$limit']);
    const explained = await database.collection('searches').aggregate(stages).explain('queryPlanner');
    expect(JSON.stringify(explained)).not.toContain('"SORT"');
  }
});

test("very many searches of one day don't hide what was searched on the days before", async () => {
  // More than are read of one day.
  const flood = Array.from({ length: 51_000 }, () => searchAt(new Date()));
  await service.catalogue.searches.insertMany(flood);
  expect(await eventually(createFind().textsFound, (texts) => texts.length > 0)).toEqual(['red tent']);
});
