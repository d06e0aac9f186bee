/** Cached search rules are never used after the change stream reported a write, however read and write interleave. */
import type { Versions } from '../../src/cache/versions.ts';
import { merchantScope } from '../../src/catalogue/merchant-scope.ts';
import type { GuardedRead } from '../../src/engines/breaker/guarded-reads.ts';
import { createApiMetrics } from '../../src/runtime/monitoring/metrics.ts';
import { createFindMerchantSearch } from '../../src/search/rules/merchant-search.ts';
import { deferred } from '../support/deferred.ts';
import { insert } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { BUDGET, followSteadily, follows } from '../support/versions.ts';

const one = merchantScope('one', 'all');

let service: TestService;
let versions: Versions;

beforeAll(async () => {
  service = await createService();
  versions = followSteadily(service);
  await follows(versions);
});
beforeEach(async () => {
  await service.catalogue.searchRules.deleteMany({});
  await insert(service.catalogue, {
    searchRules: [{ _id: 'r', merchantId: 'one', query: 'tea', pinned: ['before'] }],
  });
});
afterAll(async () => {
  await versions.close();
  await service.stop();
});

const changed = (before: number | null) =>
  eventually(
    async () => versions.ofTags('one', ['rules']),
    (version) => version !== before,
  );

/** A read whose result is delivered only after `open` is called. */
function gatedRead() {
  const [hasRead, opened] = [deferred(), deferred()];
  const guardedRead: GuardedRead = async (_operation, call) => {
    const read = await call();
    hasRead.resolve();
    await opened.promise;
    return read;
  };
  return { guardedRead, hasRead: hasRead.promise, open: opened.resolve };
}

test('rules read before a write and delivered after it are not used by requests after it', async () => {
  const { guardedRead, hasRead, open } = gatedRead();
  const find = createFindMerchantSearch({
    catalogue: service.catalogue,
    versions,
    guardedRead,
    metrics: createApiMetrics(),
    maxBytes: BUDGET.merchantSearch,
  });
  const pinned = async () => (await find(one)).rules.queries.get('tea')?.pinned;
  const first = pinned();
  await hasRead;
  const before = versions.ofTags('one', ['rules']);
  await service.catalogue.searchRules.updateOne({ _id: 'r' }, { $set: { pinned: ['after'] } });
  await changed(before);
  const second = pinned();
  open();
  expect(await first).toEqual(['before']);
  expect(await second).toEqual(['after']);
  expect(await pinned()).toEqual(['after']);
});

test("are read once for many searches, and bumped neither by other writes nor by other merchants' rules", async () => {
  // No test here writes this merchant's rules.
  const quiet = merchantScope('quiet', 'all');
  let reads = 0;
  const guardedRead: GuardedRead = (_operation, call) => {
    reads += 1;
    return call();
  };
  const find = createFindMerchantSearch({
    catalogue: service.catalogue,
    versions,
    guardedRead,
    metrics: createApiMetrics(),
    maxBytes: BUDGET.merchantSearch,
  });
  const before = await eventually(
    async () => versions.ofTags('quiet', ['rules']),
    (version) => version !== null,
  );
  const others = versions.ofTags('other', ['rules']);
  await Promise.all(Array.from({ length: 20 }, () => find(quiet)));
  await insert(service.catalogue, {
    products: [{ _id: 'p', merchantId: 'quiet' }],
    searchRules: [{ _id: 'foreign', merchantId: 'other', query: 'tea', pinned: ['p'] }],
  });
  await eventually(
    async () => versions.ofTags('other', ['rules']),
    (version) => version !== others,
  );
  expect(versions.ofTags('quiet', ['rules'])).toBe(before);
  await find(quiet);
  expect(reads).toBe(1);
});
