/** How long after it is written a search rule decides which product comes first, for a query whose answer is kept. */
import { askSearch } from '../support/ask-search.ts';
import { measureEffect } from '../support/effect.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import type { Service } from '../support/service.ts';

const MOST_S = 5;
const RULE_ID = 'bench-rule';

/** Throws when a search is not answered. */
export async function measureRules(run: Run, service: Service, query: string): Promise<Figure[]> {
  const { catalogue, merchantId } = service;
  const products = await catalogue.products
    .aggregate<{ _id: string }>([{ $match: { merchantId } }, { $sample: { size: 2 } }])
    .toArray();
  let first = await firstOf(service, query);
  const figures = await measureEffect(run, {
    what: 'search rule written → in effect',
    mostS: MOST_S,
    async prepare() {
      const other = products.find(({ _id }) => _id !== first)?._id ?? '';
      return {
        make: () =>
          catalogue.searchRules.replaceOne({ _id: RULE_ID }, { merchantId, query, pinned: [other] }, { upsert: true }),
        async hasEffect() {
          first = await firstOf(service, query);
          return first === other;
        },
      };
    },
  });
  await catalogue.searchRules.deleteOne({ _id: RULE_ID });
  return figures;
}

const firstOf = async (service: Service, query: string): Promise<string | undefined> =>
  (await askSearch(service, { query }))[0]?.product.id;
