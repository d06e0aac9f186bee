/**
 * `catalogue searches` lists the most frequent queries, and queries without results, of a merchant in the last days.
 */
import type { StoredSearch } from '../../src/catalogue/stored-documents.ts';
import { insertRaw, UNREADABLE } from '../indexer/support/writes/raw-insert.ts';
import { insert, merchant } from '../support/fixtures.ts';
import { runCatalogue } from '../support/in-worker.ts';
import { createService, type TestService } from '../support/service.ts';

let service: TestService;

const DAY_MS = 86_400_000;
const now = new Date();
const later = new Date(now.getTime() + DAY_MS);
const searchOf = (query: string, given: Partial<StoredSearch> = {}): StoredSearch => ({
  merchantId: 'one',
  query,
  hits: 4,
  tookMs: 2,
  isFiltered: false,
  at: now,
  expiresAt: later,
  ...given,
});
const times = (count: number, search: StoredSearch) => Array.from({ length: count }, () => ({ ...search }));

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { merchants: [merchant('quiet')] });
  await service.catalogue.searches.insertMany([
    ...times(3, searchOf('tent')),
    searchOf('tent', { hits: 0, isFiltered: true }),
    ...times(2, searchOf('hammock', { hits: 0 })),
    searchOf('zelt', { hits: 0 }),
    searchOf('\u001b[2Jred', { hits: 0 }),
    ...times(5, searchOf('old tent', { at: new Date(now.getTime() - 10 * DAY_MS) })),
    ...times(9, searchOf('of others', { merchantId: 'two' })),
  ]);
});
afterAll(() => service.stop());

const run = (...argv: readonly string[]) => runCatalogue(['searches', ...argv], service.variables);

test('as lists for people: most frequent, and without results without a filter', async () => {
  const { code, stdout, stderr } = await run('--merchant', 'one');
  expect([code, stderr]).toEqual([0, '']);
  const [day] = now.toISOString().split('T');
  expect(stdout.split('\n').slice(1)).toEqual([
    '',
    'Most frequent',
    'searches  found nothing  products  ms  query',
    '       4              1         3   2  tent',
    '       2              2         0   2  hammock',
    '       1              1         0   2  \ufffd[2Jred',
    '       1              1         0   2  zelt',
    '',
    'Found nothing, without a filter',
    'searches        last  query',
    `       2  ${day}  hammock`,
    `       1  ${day}  \ufffd[2Jred`,
    `       1  ${day}  zelt`,
    '',
  ]);
  expect(stdout).toMatch(/^Searches of one since \d{4}-\d\d-\d\d: 8 logged, 5 of them \(62\.5 %\) found nothing\.\n/);
});

test('--json for programs, --limit and --days', async () => {
  const { stdout } = await run('--merchant', 'one', '--json', '--limit', '1', '--days', '30');
  expect(JSON.parse(stdout)).toEqual({
    merchantId: 'one',
    since: expect.stringMatching(/^\d{4}-.*Z$/),
    searches: 13,
    foundNothing: 5,
    top: [{ query: 'old tent', searches: 5, foundNothing: 0, products: 4, tookMs: 2, lastAt: expect.any(String) }],
    nothing: [{ query: 'hammock', searches: 2, lastAt: expect.any(String) }],
  });
});

test('a merchant without searches gets a message', async () => {
  const { code, stdout } = await run('--merchant', 'quiet');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^No searches of quiet were logged since /)]);
});

test('a merchant without searches, whose name no driver can decode', async () => {
  await insertRaw(service, [{ _id: 'undecodable', name: UNREADABLE }], 'merchants');
  const { code, stderr } = await run('--merchant', 'undecodable');
  expect([code, stderr]).toEqual([0, '']);
});

test('an unknown merchant is an error', async () => {
  const { code, stdout, stderr } = await run('--merchant', 'nobody');
  expect([code, stdout, stderr]).toEqual([1, '', 'there is no merchant nobody\n']);
});

test.each([[[]], [['--merchant', 'one', '--days', '0']], [['--merchant', 'one', '--limit', 'x']]])(
  'invalid usage (%j) is exit code 2',
  async (argv) => {
    const { code, stdout } = await run(...argv);
    expect([code, stdout]).toEqual([2, '']);
  },
);
