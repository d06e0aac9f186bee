/** The first page and its total of a merchant with ten times the products of another. */
import { type Figure, ratioOfAtMost } from '../support/figures.ts';
import { compareLatency, latencyFigure } from '../support/latency.ts';
import { addMerchant } from '../support/made-merchant.ts';
import type { Run } from '../support/run.ts';
import type { Service } from '../support/service.ts';
import { PER_PAGE, pagePath, pagesLoad } from './pages.ts';

const TIMES = 10;
const MOST_RATIO = 1.2;

/** Imports both merchants. `reading` is the service that keeps no page; it keeps totals. */
export async function measureLarger(
  run: Run,
  reading: Service,
  products: number,
  options: { seconds: number },
): Promise<Figure[]> {
  const fewer = Math.max(PER_PAGE, Math.round(products / TIMES));
  const large = await addMerchant(run, reading, 'bench-large', products);
  const small = await addMerchant(run, reading, 'bench-small', fewer);
  const measured = pagesLoad(large, `${products} products`, [pagePath(1)]);
  const reference = pagesLoad(small, `${fewer} products`, [pagePath(1)]);
  const what = `first page with its total, ${products} products, not kept, one at a time`;
  const passes = await compareLatency(run, { what, measured, reference }, options);
  return [latencyFigure({ what, percent: 50, against: reference.name, passes, target: ratioOfAtMost(MOST_RATIO) })];
}
