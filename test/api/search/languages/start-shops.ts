/** Starts a service with a shop for each language, and reads what a query finds in both kinds of search. */
import { bare, insert, location, merchant, product } from '../../../support/fixtures.ts';
import { createService, eventually } from '../../../support/service.ts';
import { foundIdsOf } from '../../responses.ts';
import { resultsOf } from '../../results/support.ts';
import type { LanguageShop } from './language-shop.ts';

/** A title, or also a description or specifications. */
export type Texts =
  | string
  | {
      readonly title: string;
      readonly description?: string;
      readonly specifications?: Readonly<Record<string, string>>;
    };

/** By language, the titles by product id. The id of a product begins with its language. */
export type TitlesByLanguage = Readonly<Record<string, Readonly<Record<string, Texts>>>>;

/** The titles of shops that have cases, too. */
export const titlesOf = (shops: Readonly<Record<string, Pick<LanguageShop, 'titles'>>>): TitlesByLanguage =>
  Object.fromEntries(Object.entries(shops).map(([locale, { titles }]) => [locale, titles]));

export type Shops = Awaited<ReturnType<typeof startShops>>;

/** Resolves when all products are found. `tokens`: by language. */
export async function startShops(shops: TitlesByLanguage) {
  const service = await createService();
  const languages = Object.keys(shops);
  await insert(service.catalogue, {
    merchants: languages.map((locale) => merchant(locale, { locale })),
    locations: languages.map((locale) => location(`${locale}-location`, locale)),
    products: Object.entries(shops).flatMap(([locale, titles]) =>
      Object.entries(titles).map(([id, texts]) =>
        product(`${locale}-${id}`, locale, { ...bare, ...(typeof texts === 'string' ? { title: texts } : texts) }),
      ),
    ),
  });
  const tokens = new Map<string, string>();
  for (const locale of languages) tokens.set(locale, await service.token(locale));
  const [api] = await Promise.all([service.startApi(), service.startIndexer()]);
  for (const [locale, titles] of Object.entries(shops))
    await eventually(
      () => resultsOf(api, tokens.get(locale) ?? '', {}),
      ({ meta }) => meta.total === Object.keys(titles).length,
    );

  /** The first product of the ranked search, and the set of the results page. */
  async function found(locale: string, query: string) {
    const token = tokens.get(locale) ?? '';
    const [first] = foundIdsOf(await api.request('/v1/products/search', { token, json: { query } }));
    const { meta } = await resultsOf(api, token, { query });
    return { first, total: meta.total, isRelaxed: meta.isRelaxed, correctedQuery: meta.correctedQuery };
  }

  /** The highlighted parts of a product's first match. */
  async function highlighted(locale: string, query: string, id: string): Promise<string[]> {
    const { body } = await api.request('/v1/products/search', {
      token: tokens.get(locale) ?? '',
      json: { query, highlight: true },
    });
    const item = body.find(({ product: { id: found } }: { product: { id: string } }) => found === `${locale}-${id}`);
    const [{ text, highlights }] = item.search.results;
    return highlights.map(({ start, length }: { start: number; length: number }) => text.slice(start, start + length));
  }
  return { api, tokens, found, highlighted, stop: () => service.stop() };
}

/** What `found` resolves to if the set is one product. */
export const only = (locale: string, id: string) => ({
  first: `${locale}-${id}`,
  total: 1,
  isRelaxed: false,
  correctedQuery: null,
});
