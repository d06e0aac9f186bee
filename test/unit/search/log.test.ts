/** The search log on its own: chains of searches, and its limits while writes hang. */
import { createLogger } from '../../../src/runtime/logger.ts';
import { createApiMetrics } from '../../../src/runtime/monitoring/metrics.ts';
import { CHAIN_MS, createChains } from '../../../src/search/analytics/chains.ts';
import { type CompletedSearch, createSearchLog, loggedQuery } from '../../../src/search/analytics/search-log.ts';
import type { LoggedSearch } from '../../../src/search/analytics/write-searches.ts';

const logger = createLogger('test', 'silent');
const completed = (query: string): CompletedSearch => ({
  merchantId: 'one',
  query,
  hits: 1,
  tookMs: 1,
  isFiltered: false,
});

describe('a chain', () => {
  /** Returns the settled searches. All have the same token unless one is given. */
  function settledOf(
    settlesBetween: boolean,
    ...searches: readonly (readonly [atMs: number, query: string, token?: string])[]
  ): string[] {
    const settled: string[] = [];
    const chains = createChains(({ query }) => settled.push(query));
    for (const [atMs, query, token = 'a'] of searches) {
      if (settlesBetween) chains.settle(atMs);
      chains.add(token, { ...completed(query), at: new Date(atMs) });
    }
    chains.settle(Number.POSITIVE_INFINITY);
    return settled;
  }

  test.each([
    [
      'letter by letter',
      [
        [0, 't'],
        [100, 'te'],
        [200, 'ten'],
        [300, 'tent'],
      ],
      ['tent'],
    ],
    [
      'by words',
      [
        [0, 'red'],
        [900, 'red tent'],
        [1800, 'red tent for two'],
      ],
      ['red tent for two'],
    ],
    [
      'longer than two seconds in total',
      [
        [0, 't'],
        [1500, 'te'],
        [3000, 'tent'],
      ],
      ['tent'],
    ],
    [
      'with a pause of two seconds',
      [
        [0, 'te'],
        [CHAIN_MS, 'tent'],
      ],
      ['te', 'tent'],
    ],
    [
      'of two tokens',
      [
        [0, 'te'],
        [1, 'tent', 'b'],
      ],
      ['te', 'tent'],
    ],
    [
      'of two words in turn',
      [
        [0, 'r'],
        [1, 't'],
        [2, 're'],
        [3, 'te'],
      ],
      ['re', 'te'],
    ],
    [
      'backwards',
      [
        [0, 'tent'],
        [1, 'ten'],
      ],
      ['tent', 'ten'],
    ],
    [
      'of the same query',
      [
        [0, 'tent'],
        [1, 'tent'],
      ],
      ['tent', 'tent'],
    ],
    [
      'with many characters at once',
      [
        [0, 'te'],
        [1, `te${'n'.repeat(17)}`],
      ],
      ['te', `te${'n'.repeat(17)}`],
    ],
  ] as const)('%s', (_what, searches, expected) => {
    // The result doesn't depend on when chains are settled.
    for (const settlesBetween of [true, false])
      expect(settledOf(settlesBetween, ...searches).toSorted()).toEqual([...expected].toSorted());
  });
});

test('a clock that is set back delays no search', () => {
  const settled: string[] = [];
  const chains = createChains(({ query }) => settled.push(query));
  for (const [atMs, query] of [
    [3_600_000, 'lamp'],
    [1000, 'tent'],
  ] as const)
    chains.add('a', { ...completed(query), at: new Date(atMs) });
  chains.settle(1000 + CHAIN_MS);
  expect(settled).toEqual(['lamp', 'tent']);
});

test('queries that differ in case or white space are counted together', () => {
  expect(loggedQuery('Crème\u3000 BRÛLÉE')).toBe('crème brûlée');
  expect(loggedQuery('x'.repeat(512)).length).toBe(200);
  expect(loggedQuery(`${'x'.repeat(199)}😀`).isWellFormed()).toBe(true);
});

test('while a write hangs, searches are buffered up to a limit, others are dropped and counted, and close does not wait', async () => {
  const metrics = createApiMetrics();
  const batches: (readonly LoggedSearch[])[] = [];
  const write = (batch: readonly LoggedSearch[]) => {
    batches.push(batch);
    return new Promise<void>(() => undefined);
  };
  const log = createSearchLog({ share: 1, write, metrics, logger });
  for (let count = 0; count < 600; count += 1) log.record('token', completed(`query ${count}.`));
  await log.close();
  expect(batches.map(({ length }) => length)).toEqual([50]);
  // The buffer has room for 500 searches of one merchant.
  const { values } = (await metrics.registry.getSingleMetric('catalogue_search_log_dropped_total')?.get()) ?? {
    values: [],
  };
  expect(values.map(({ value }) => value)).toEqual([100]);
});

test("one merchant's searches don't keep out those of another", async () => {
  const written: string[] = [];
  const write = async (batch: readonly LoggedSearch[]) => {
    written.push(...batch.map(({ merchantId }) => merchantId));
  };
  const log = createSearchLog({ share: 1, write, metrics: createApiMetrics(), logger });
  for (let count = 0; count < 4000; count += 1) log.record('token', completed(`query ${count}.`));
  for (let count = 0; count < 25; count += 1)
    log.record('other', { ...completed(`other ${count}.`), merchantId: 'two' });
  await log.close();
  const ofTwo = written.flatMap((merchantId, index) => (merchantId === 'two' ? [index] : []));
  expect([written.length, ofTwo.length, ofTwo.at(-1)]).toEqual([525, 25, 49]);
});

test('with a share of 0.5, about half of the searches are written', async () => {
  let written = 0;
  const write = async (batch: readonly LoggedSearch[]) => {
    written += batch.length;
  };
  const log = createSearchLog({ share: 0.5, write, metrics: createApiMetrics(), logger });
  for (let count = 0; count < 500; count += 1) log.record('token', completed(`query ${count}.`));
  await log.close();
  // Eight standard deviations to either side.
  expect(Math.abs(written - 250)).toBeLessThan(90);
});
