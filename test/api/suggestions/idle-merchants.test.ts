/** After a pause without requests, nothing is suggested that the search log no longer has, however long the pause was. */
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { createFindPopularQueries } from '../../../src/search/suggestions/popular-queries.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
});

afterAll(() => service?.stop());

test('a list of popular queries that is hours old is read again, not served', async () => {
  const { catalogue } = service;
  await catalogue.searches.insertMany(
    [0, 0, 0, 1, 1].map((days) => ({
      merchantId: 'idle',
      visibility: 'published' as const,
      query: 'red tent',
      hits: 3,
      tookMs: 1,
      isFiltered: false,
      at: new Date(Date.now() - days * DAY_MS),
      expiresAt: new Date(Date.now() + DAY_MS),
    })),
  );
  let reads = 0;
  const find = createFindPopularQueries({
    catalogue,
    minSearches: 5,
    maxBytes: 1e6,
    guardedRead: (_operation, read) => {
      reads += 1;
      return read();
    },
    logger: createLogger('test', 'silent'),
  });
  const textsFound = async () => (await find(merchantScope('idle', 'published'))).map(({ text }) => text);
  // The first list is not waited for longer than a moment.
  await eventually(textsFound, (texts) => texts.length > 0);
  expect([await textsFound(), reads]).toEqual([['red tent'], 1]);

  const now = performance.now.bind(performance);
  const clock = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => now() + HOUR_MS);
  try {
    await catalogue.searches.deleteMany({ merchantId: 'idle' });
    expect([await textsFound(), reads]).toEqual([[], 2]);
  } finally {
    clock.mockRestore();
  }
});
