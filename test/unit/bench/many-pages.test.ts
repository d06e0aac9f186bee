/** The orders in which many pages are requested. */
import { ACCESS_PATTERNS } from '../../../bench/reads/many-pages.ts';

const pages = Array.from({ length: 100 }, (_, index) => ({ method: 'GET', path: `/${index}`, headers: {} }) as const);
const distinct = (requests: readonly { readonly path: string }[]) => new Set(requests.map(({ path }) => path)).size;

test('uniform access repeats some pages before it has requested all, unlike a pass over all pages', () => {
  const requests = ACCESS_PATTERNS.uniform(pages);
  expect(distinct(requests.slice(0, pages.length))).toBeLessThan(80);
  expect(distinct(requests)).toBe(pages.length);
});

test('access by popularity requests the first page most often', () => {
  const requests = ACCESS_PATTERNS['by popularity'](pages);
  const countOf = (wanted: string) => requests.filter(({ path }) => path === wanted).length;
  expect(countOf('/0')).toBeGreaterThan(3 * countOf('/9'));
});

test.each(Object.entries(ACCESS_PATTERNS))('both sides of a measurement get the same requests: %s', (_, order) => {
  expect(order(pages)).toEqual(order(pages));
});
