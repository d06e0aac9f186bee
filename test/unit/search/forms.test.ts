/** Responses whose matches take long to find leave the event loop to others, and have a limit. */
import { formA } from '../../../src/search/presentation/forms.ts';
import type { RankedHit } from '../../../src/search/ranking/rank.ts';
import type { SearchMatch } from '../../../src/search/response-schemas.ts';

const IDS = Array.from({ length: 60 }, (_, number) => String(number));
const match = (text: string): SearchMatch => ({ product_id: '', location_id: '', type: 'title', text });

const present = (findMatches: () => SearchMatch[]) =>
  formA(
    {
      hits: IDS.map((productId) => ({ productId }) as RankedHit),
      products: new Map(IDS.map((id) => [id, '{}'])),
      texts: new Map(IDS.map((id) => [id, {}])),
      findMatches,
      firstIndex: 0,
    },
    new AbortController().signal,
  );

test('other events run while matches are found', async () => {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  const { productCount } = await present(() => {
    const endMs = performance.now() + 20;
    while (performance.now() < endMs);
    return [match('tent')];
  });
  clearInterval(counting);
  expect(productCount).toBe(IDS.length);
  expect(turns).toBeGreaterThan(IDS.length / 2);
});

test('a response of more than 48 MiB is a 400', async () => {
  const tooLarge = present(() => [match('x'.repeat(1024 * 1024))]);
  await expect(tooLarge).rejects.toMatchObject({ code: 'invalid_request' });
});
