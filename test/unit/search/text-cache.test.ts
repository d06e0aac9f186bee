/** The texts of hits are read in turns: those of one product may have hundreds of kilobytes. */
import { createFindTexts } from '../../../src/search/cache/text-cache.ts';
import { writeTexts } from '../../../src/search/index/product-texts.ts';

test.each([
  ['cached', 100_000_000],
  ['not cached', 0],
])('other events run while long texts that are %s are read', async (_what, maxBytes) => {
  const texts = writeTexts({
    title: 'Tent',
    specifications: Array.from({ length: 300 }, () => 'Fabric: red '.repeat(30)),
  });
  const hits = Array.from({ length: 250 }, (_, at) => ({ productId: `p${at}`, textsHash: `hash${at}` }));
  const findTexts = createFindTexts(maxBytes);
  const load = async () => hits.map((hit) => ({ ...hit, texts }));
  await findTexts(hits, load);
  let hasRun = false;
  setImmediate(() => {
    hasRun = true;
  });
  const found = await findTexts(hits, load);
  expect(found.get('p249')?.title).toBe('Tent');
  expect(hasRun).toBe(true);
});
