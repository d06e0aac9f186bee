/** For any head, total and page size, pages show each product once, in one order, with consecutive indexes. */
import fc from 'fast-check';
import { type HeadHit, lastPageOf, planPage, shownHead } from '../../../../src/search/results/pages.ts';
import { MAX_RESULTS } from '../../../../src/search/results/parameters.ts';

const hit = (productId: string) => ({ productId, textsHash: '' });

/** A head with products of the set (`s0`…) and additions (`a0`…), and the rest of the set in the engine's order. */
const results = fc
  .record({
    // By default, fast-check makes shorter lists.
    flags: fc.array(fc.boolean(), { maxLength: 30, size: 'max' }),
    more: fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 1200 })),
    perPage: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ flags, more, perPage }) => {
    const head = flags.map((isInSet, at): HeadHit => ({ hit: hit(`${isInSet ? 's' : 'a'}${at}`), isInSet }));
    const inSet = flags.filter(Boolean).length;
    const rest = Array.from({ length: more }, (_, at) => `r${at}`);
    return { head, rest, perPage, total: inSet + more };
  });

/** Returns the ids on a page, and the index of the first. */
function pageOf(
  { head, rest, perPage, total }: typeof results extends fc.Arbitrary<infer T> ? T : never,
  page: number,
) {
  const plan = planPage(shownHead(head), total, { page, perPage });
  const { offset, limit } = plan.rest;
  return {
    ids: [...plan.head.map(({ productId }) => productId), ...rest.slice(offset, offset + limit)],
    firstIndex: plan.firstIndex,
  };
}

test('all pages together have each product once, in the order of a single page, with consecutive indexes', () => {
  fc.assert(
    fc.property(results, (given) => {
      const { head, rest, total, perPage } = given;
      const shown = shownHead(head);
      const expected = [...shown.map((each) => each.hit.productId), ...rest];
      const pages = Array.from({ length: lastPageOf(total, perPage) }, (_, at) => pageOf(given, at + 1));
      const ids = pages.flatMap((page) => page.ids);
      expect(ids).toEqual(expected.slice(0, ids.length));
      expect(ids.filter((id) => !id.startsWith('a'))).toHaveLength(Math.min(total, MAX_RESULTS));
      if (total > 0) expect(pages.at(-1)?.ids).not.toEqual([]);
      let index = 0;
      for (const page of pages) {
        if (page.ids.length > 0) expect(page.firstIndex).toBe(index);
        index += page.ids.length;
      }
    }),
    { numRuns: 500 },
  );
});

test('a page has perPage products of the set, the last one the rest, and a later one none', () => {
  fc.assert(
    fc.property(results, fc.integer({ min: 1, max: 1000 }), (given, page) => {
      const { total, perPage } = given;
      if ((page - 1) * perPage >= MAX_RESULTS) return;
      const ofSet = pageOf(given, page).ids.filter((id) => !id.startsWith('a')).length;
      const pageable = Math.min(total, MAX_RESULTS);
      expect(ofSet).toBe(Math.max(0, Math.min(perPage, pageable - (page - 1) * perPage)));
      if (page > lastPageOf(total, perPage)) expect(pageOf(given, page).ids).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('an addition is on a page of the first ten products of the set: on the first one, if it has ten', () => {
  const isAddition = (id: string) => id.startsWith('a');
  fc.assert(
    fc.property(results, (given) => {
      const pages = Array.from({ length: lastPageOf(given.total, given.perPage) }, (_, at) => at + 1);
      const withAdditions = pages.filter((page) => pageOf(given, page).ids.some(isAddition));
      for (const page of withAdditions) expect((page - 1) * given.perPage).toBeLessThan(10);
    }),
    { numRuns: 500 },
  );
  const head = [...'sssssa'].map((kind, at): HeadHit => ({ hit: hit(`${kind}${at}`), isInSet: kind === 's' }));
  const idsOn = (page: number) => pageOf({ head, rest: ['r0'], perPage: 2, total: 6 }, page).ids;
  expect(idsOn(3)).toEqual(['s4', 'a5', 'r0']);
});

test('the first ten results are those of the head, and there are no additions after them', () => {
  fc.assert(
    fc.property(results, ({ head }) => {
      const shown = shownHead(head);
      expect(shown.slice(0, 10)).toEqual(head.slice(0, 10));
      expect(shown.slice(10).every(({ isInSet }) => isInSet)).toBe(true);
    }),
  );
});
