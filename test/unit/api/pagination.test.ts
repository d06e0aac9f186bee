/** `meta` and the Link header agree with each other and with the page, for any total, page and page size. */
import fc from 'fast-check';
import { linkHeader, pageMeta, skipOf } from '../../../src/http/pagination.ts';

const request = fc.record({
  page: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  perPage: fc.integer({ min: 1, max: 10_000 }),
});
const total = fc.oneof(fc.nat(300), fc.nat(1_000_000_000));

test('the pages from first to last have exactly the total', () => {
  fc.assert(
    fc.property(request, total, (requested, count) => {
      const { lastPage, firstPage, perPage } = pageMeta('products', requested, count);
      expect(firstPage).toBe(1);
      expect(lastPage).toBeGreaterThanOrEqual(1);
      expect(lastPage * perPage).toBeGreaterThanOrEqual(count);
      if (count > 0) expect((lastPage - 1) * perPage).toBeLessThan(count);
      else expect(lastPage).toBe(1);
    }),
  );
});

test('there is a next page exactly before the last, and a previous one exactly after the first', () => {
  fc.assert(
    fc.property(request, total, (requested, count) => {
      const meta = pageMeta('collections', requested, count);
      const url = (page: number) => `/v1/collections?page=${page}`;
      expect(meta.firstPageUrl).toBe(url(1));
      expect(meta.lastPageUrl).toBe(url(meta.lastPage));
      expect(meta.nextPageUrl).toBe(requested.page < meta.lastPage ? url(requested.page + 1) : null);
      expect(meta.previousPageUrl).toBe(requested.page > 1 ? url(Math.min(requested.page - 1, meta.lastPage)) : null);
    }),
  );
});

test('Link has the same pages as meta, and all other parameters unchanged', () => {
  const parameters = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(request, total, parameters, (requested, count, others) => {
      const unchanged = others
        .map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()])
        .filter(([name]) => name !== 'page');
      const given = new URLSearchParams([...unchanged, ['page', String(requested.page)]]);
      const header = linkHeader('products', { given, known: [...given.keys()] }, requested, count);
      const meta = pageMeta('products', requested, count);
      const wanted = {
        first: meta.firstPageUrl,
        last: meta.lastPageUrl,
        next: meta.nextPageUrl,
        prev: meta.previousPageUrl,
      };
      for (const [relation, url] of Object.entries(wanted)) {
        const [, address] = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(header) ?? [];
        expect(address === undefined).toBe(url === null);
        if (address === undefined || url === null) continue;
        const { searchParams } = new URL(address, 'http://localhost');
        expect(`/v1/products?page=${searchParams.get('page')}`).toBe(url);
        searchParams.delete('page');
        expect([...searchParams]).toEqual(unchanged);
      }
    }),
  );
});

test('skipOf is (page - 1) × perPage, or null if the number is not a safe integer', () => {
  fc.assert(
    fc.property(request, ({ page, perPage }) => {
      const exact = BigInt(page - 1) * BigInt(perPage);
      expect(skipOf({ page, perPage })).toBe(exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : null);
    }),
  );
});
