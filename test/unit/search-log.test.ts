/** The log of searches in itself: which searches are one, and what it does when nothing can be written. */
import { createLogger } from '../../src/runtime/logger.ts';
import { createApiMetrics } from '../../src/runtime/metrics.ts';
import { CHAIN_MS, createChains } from '../../src/search/analytics/chains.ts';
import { type CompletedSearch, createSearchLog, loggedQuery } from '../../src/search/analytics/search-log.ts';
import type { LoggedSearch } from '../../src/search/analytics/write-searches.ts';

const logger = createLogger('test', 'silent');
const answered = (query: string): CompletedSearch => ({
  merchantId: 'one',
  query,
  hits: 1,
  tookMs: 1,
  isFiltered: false,
});

describe('a chain', () => {
  /** What stands of searches that come at these times, of one token unless the query begins with that of another. */
  function standing(
    isSettledBetween: boolean,
    ...searches: readonly (readonly [atMs: number, query: string, token?: string])[]
  ): string[] {
    const settled: string[] = [];
    const chains = createChains(({ query }) => settled.push(query));
    for (const [atMs, query, token = 'a'] of searches) {
      if (isSettledBetween) chains.settle(atMs);
      chains.add(token, { ...answered(query), at: new Date(atMs) });
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
      'longer than two seconds in all',
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
      'of two words by turns',
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
      'with much more at once',
      [
        [0, 'te'],
        [1, `te${'n'.repeat(17)}`],
      ],
      ['te', `te${'n'.repeat(17)}`],
    ],
  ] as const)('%s', (_what, searches, expected) => {
    // It does not matter when it is looked what stands.
    for (const isSettledBetween of [true, false])
      expect(standing(isSettledBetween, ...searches).toSorted()).toEqual([...expected].toSorted());
  });
});

test('queries are counted together whatever their case and white space', () => {
  expect(loggedQuery('Crème\u3000 BRÛLÉE')).toBe('crème brûlée');
  expect(loggedQuery('x'.repeat(512)).length).toBe(200);
  expect(loggedQuery(`${'x'.repeat(199)}😀`).isWellFormed()).toBe(true);
});

test('while a write hangs some searches wait, and more are dropped and counted; the end does not wait for it', async () => {
  const metrics = createApiMetrics();
  const batches: (readonly LoggedSearch[])[] = [];
  const write = (batch: readonly LoggedSearch[]) => {
    batches.push(batch);
    return new Promise<void>(() => undefined);
  };
  const log = createSearchLog({ share: 1, write, metrics, logger });
  for (let count = 0; count < 600; count += 1) log.record('token', answered(`query ${count}.`));
  await log.close();
  expect(batches.map(({ length }) => length)).toEqual([50]);
  // 500 are taken between two writes.
  const { values } = (await metrics.registry.getSingleMetric('catalogue_search_log_dropped_total')?.get()) ?? {
    values: [],
  };
  expect(values.map(({ value }) => value)).toEqual([100]);
});

test('of a share of the searches about so many are written', async () => {
  let written = 0;
  const write = async (batch: readonly LoggedSearch[]) => {
    written += batch.length;
  };
  const log = createSearchLog({ share: 0.5, write, metrics: createApiMetrics(), logger });
  for (let count = 0; count < 500; count += 1) log.record('token', answered(`query ${count}.`));
  await log.close();
  // Eight standard deviations to either side.
  expect(Math.abs(written - 250)).toBeLessThan(90);
});
