/** A merchant whose products are written all the time hardly invalidates what is cached of other merchants. */
import { createVersionTable } from '../../src/cache/version-table.ts';

const range = (count: number) => [...Array(count).keys()];
const percentOf = (all: readonly number[], matches: (each: number) => boolean): number =>
  (100 * all.filter(matches).length) / all.length;

test('of 200 busy merchants, the writes invalidate the lists of hardly any of 2,000 others', () => {
  const table = createVersionTable();
  const written = ['products', 'price', 'title', 'updatedAt', 'quantity'];
  for (const busy of range(200)) for (const tag of written) table.bump(table.cellOfTag(`m${busy}`, tag), 1);
  const listed = ['products', 'createdAt', 'merchant', 'locations', 'collections'];
  const others = range(2000).map((each) => 200 + each);
  expect(
    percentOf(others, (id) => table.highest(listed.map((tag) => table.cellOfTag(`m${id}`, tag))) > 0),
  ).toBeLessThan(1);
});

test('a write of 20,000 products leaves nearly all pages of others as they are', () => {
  const table = createVersionTable();
  for (const id of range(20_000)) table.bump(table.cellOfProduct('busy', `p${id}`), 1);
  const pageOf = (id: number) => range(15).map((position) => table.cellOfProduct(`m${id}`, `p-${id}-${position}`));
  expect(percentOf(range(2000), (id) => table.highest(pageOf(id)) > 0)).toBeLessThan(10);
});
