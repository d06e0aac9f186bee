/** A count of collections that fails or takes long doesn't delay suggestions, nor is it repeated at each key press. */
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import type { SearchEngine } from '../../../src/search/engine/engine.ts';
import type { Selected } from '../../../src/search/engine/selection.ts';
import { createFindCollectionSizes } from '../../../src/search/suggestions/collection-sizes.ts';

const scope = merchantScope('one', 'all');

function sizesOf(select: () => Promise<readonly Selected[]>) {
  const counted = import.meta.jest.fn(select);
  const engine = { open: () => ({ select: counted }) } as unknown as SearchEngine;
  return { counted, find: createFindCollectionSizes({ engine, maxBytes: 1e6 }) };
}

test('a count that failed is not repeated at once, and no collection is empty', async () => {
  const { counted, find } = sizesOf(() => Promise.reject(new Error('cut off')));
  for (let presses = 0; presses < 3; presses += 1) expect((await find(scope))('tents')).toBe(1);
  expect(counted).toHaveBeenCalledTimes(1);
});

test('a count that takes long is not waited for', async () => {
  const { counted, find } = sizesOf(() => new Promise(() => undefined));
  for (let presses = 0; presses < 2; presses += 1) expect((await find(scope))('tents')).toBe(1);
  expect(counted).toHaveBeenCalledTimes(1);
});
