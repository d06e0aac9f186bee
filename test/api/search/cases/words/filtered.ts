/** A filter narrows what a query finds. It has no part in what the query means. */
import { idsIn } from '../../../results/support.ts';
import type { Shops, Topic } from '../support/topics.ts';

/** By id: the title and the size. */
const PRODUCTS: Readonly<Record<string, readonly [title: string, size: string]>> = {
  tent1: ['Red tunnel tent', 'large'],
  tent2: ['Red dome tent', 'large'],
  tent3: ['Blue dome tent', 'small'],
  lamp1: ['Red headlamp', 'small'],
  lamp2: ['Red lantern', 'small'],
  bottle1: ['Steel bottle', 'small'],
  bottle2: ['Steel bottle with a cup', 'large'],
  cup: ['Blue cup', 'medium'],
  cell1: ['Deadbolt for doors', 'large'],
  cell2: ['Deadbolt, brass', 'large'],
  cell3: ['Deadbolt, black', 'large'],
  bolt: ['Bolt for dead ends', 'small'],
};
const SIZES = ['small', 'medium', 'large'];

const SHOP = Object.fromEntries(
  Object.entries(PRODUCTS).map(([id, [title, size]]) => [id, { title, specifications: { Size: size } }]),
);

/** `karpiow` is the stem of `karpiowa`, and a form of `karp`, as the product that isn't featured has it. */
const CARP_SHOP = {
  rod: { title: 'Wędka karpiowa', featured: true },
  bait: { title: 'Kulki na karpia', featured: true },
  net: { title: 'Podbierak do karpiów', featured: false },
};

export const FILTERED: Topic = { name: 'filtered', shops: { en: SHOP, pl: CARP_SHOP }, tests };

function tests(shops: Shops): void {
  const find = (query: string, size?: string) =>
    shops.page('en', {
      query,
      sort: { by: 'title', order: 'asc' },
      facets: ['specifications.Size'],
      ...(size === undefined ? {} : { filter: { specifications: { Size: size } } }),
    });

  test('a filter that no product with all words passes leaves nothing, rather than products with some of the words', async () => {
    const { meta, data, facets } = await find('red tent', 'small');
    expect(meta).toMatchObject({ total: 0, isRelaxed: false, correctedQuery: null });
    expect(data).toEqual([]);
    // The facet shows how to get back to them.
    expect(facets['specifications.Size']?.values).toEqual([{ value: 'large', label: 'large', count: 2 }]);
  });

  test('a misspelt query means the same with a filter that leaves nothing', async () => {
    const { meta, facets } = await find('tunel tentt', 'small');
    expect(meta).toMatchObject({ total: 0, correctedQuery: 'tunnel tent' });
    expect(facets['specifications.Size']?.values).toEqual([{ value: 'large', label: 'large', count: 1 }]);
  });

  test('the last word is a form of the same word with a filter that no product with this form passes', async () => {
    const isFeatured = (id: string) => id !== 'net';
    const whole = await shops.ids('pl', 'karpiow');
    expect(await shops.ids('pl', 'karpiow', { filter: { featured: true } })).toEqual(whole.filter(isFeatured));
    expect(whole.filter(isFeatured)).toEqual(['bait', 'rod']);
  });

  test.each([
    'red tent',
    'tunel tentt',
    // No product has all words.
    'blue steel bottle',
    'red cup',
    // More usual as one word, but not in each size.
    'dead bolt',
    // Unfinished.
    'red tunne',
    'bottle',
  ])('each choice of a facet finds as many products as it says: %s', async (query) => {
    const whole = await find(query);
    const { values } = whole.facets['specifications.Size'];
    expect(values).not.toEqual([]);
    for (const size of SIZES) {
      const narrowed = await find(query, size);
      expect([size, narrowed.meta.total]).toEqual([
        size,
        values.find(({ value }: { value: string }) => value === size)?.count ?? 0,
      ]);
      expect(narrowed.meta).toMatchObject({
        correctedQuery: whole.meta.correctedQuery,
        isRelaxed: whole.meta.isRelaxed,
      });
      expect(idsIn(whole)).toEqual(expect.arrayContaining(idsIn(narrowed)));
    }
  });
}
