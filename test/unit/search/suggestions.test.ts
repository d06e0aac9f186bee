/** The collections that are suggested for what has been typed. */
import { createFindCollections } from '../../../src/search/suggestions/find-collections.ts';
import { foldForPrefix } from '../../../src/search/text/fold.ts';
import { merchantScope } from '../../../src/tenancy/scope.ts';

const NAMES = ['Ma collection d’été', "Men's  shoes", '夏季凉鞋', '红色iPhone壳', 'สินค้ารองเท้า', 'दाल चावल'];

const named = (name: string) => ({ id: name, name, handle: '', folded: foldForPrefix(name) });
const findCollections = createFindCollections(async () => new Map(NAMES.map((name) => [name, named(name)])));
const scope = merchantScope('one', 'all');

test.each<[string, readonly string[]]>([
  ["d'été", ['Ma collection d’été']],
  ['D‘ete', ['Ma collection d’été']],
  ['ete', ['Ma collection d’été']],
  ['  ma   coll', ['Ma collection d’été']],
  ['men’s sh', ["Men's  shoes"]],
  ['凉鞋', ['夏季凉鞋']],
  ['季', ['夏季凉鞋']],
  ['iph', ['红色iPhone壳']],
  ['壳', ['红色iPhone壳']],
  ['รองเท้า', ['สินค้ารองเท้า']],
  ['चाव', ['दाल चावल']],
  // A space at the end ends the word.
  ['ma collection ', ['Ma collection d’été']],
  ['ma coll ', []],
  // Within a word, and nothing.
  ['oll', []],
  ['hone', []],
  ['ल', []],
  ['ـ', []],
  [' ', []],
])('%j', async (typed, expected) => {
  const found = await findCollections(scope, typed, 10);
  expect(found.map(({ name }) => name)).toEqual(expected);
});
