/**
 * Topics: queries that shoppers type, and what each should find. A topic has its own merchants, because the weight of a
 * word depends on the texts of the merchant. One service serves all topics of a test file.
 */
import { bare, collection, insert, location, membership, merchant, product } from '../../../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../../../support/service.ts';
import { untilAvailable } from '../../../responses.ts';
import { idsIn, type Results, resultsOf } from '../../../results/support.ts';

export interface Topic {
  readonly name: string;
  readonly shops: TextsByLanguage;
  /** Declares the tests. They run when all products of `shops` are found. */
  readonly tests: (shops: Shops) => void;
}

/** By language, the products of a merchant by id. */
export type TextsByLanguage = Readonly<Record<string, Readonly<Record<string, Texts>>>>;

/** A title, or also other fields of a product, and the names of its collections. */
export type Texts =
  | string
  | { readonly title: string; readonly inCollections?: readonly string[]; readonly [field: string]: unknown };

/** Products that are alike; their ids are numbered from 0. */
export const numbered = (
  id: string,
  count: number,
  textsOf: (index: number) => Texts,
): Readonly<Record<string, Texts>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${id}${index}`, textsOf(index)]));

/** Declares the tests of topics, each under its name, and the service that they share. */
export function testTopics(topics: readonly Topic[]): void {
  const tokens = new Map<string, string>();
  let service: TestService;
  let api: Api;

  beforeAll(async () => {
    service = await createService({ withIndexes: false });
    const merchants = topics.flatMap(({ name, shops }) =>
      Object.entries(shops).map(([locale, texts]) => shopOf(`${name}-${locale}`, locale, texts)),
    );
    await insert(service.catalogue, {
      merchants: merchants.map((each) => each.merchant),
      locations: merchants.map(({ id }) => location(`${id}-location`, id)),
      products: merchants.flatMap((each) => each.products),
      collections: merchants.flatMap((each) => each.collections),
      memberships: merchants.flatMap((each) => each.memberships),
    });
    for (const { id } of merchants) tokens.set(id, await service.token(id));
    [api] = await Promise.all([service.startApi(), service.startIndexer()]);
    for (const { id, products } of merchants)
      await eventually(
        () => resultsOf(api, tokens.get(id) ?? '', {}),
        ({ meta }) => meta.total === products.length,
      );
  });
  afterAll(() => service?.stop());

  for (const { name, tests } of topics)
    describe(name, () => tests(shopsOf(name, (merchantId) => ({ api, token: tokens.get(merchantId) ?? '' }))));
}

/** The documents of a merchant. */
function shopOf(id: string, locale: string, texts: Readonly<Record<string, Texts>>) {
  const given = Object.entries(texts).map(([key, each]) => {
    const { inCollections = [], ...fields } = typeof each === 'string' ? { title: each } : each;
    return { productId: `${id}-${key}`, inCollections, fields };
  });
  const names = [...new Set(given.flatMap(({ inCollections }) => inCollections))];
  const collectionId = (name: string) => `${id}-${names.indexOf(name)}`;
  return {
    id,
    merchant: merchant(id, { locale }),
    products: given.map(({ productId, fields }) => product(productId, id, { ...bare, ...fields })),
    collections: names.map((name) => collection(collectionId(name), id, { name })),
    memberships: given.flatMap(({ productId, inCollections }) =>
      inCollections.map((name) => membership(collectionId(name), productId, id)),
    ),
  };
}

type Items = Results['data'];
export type Shops = ReturnType<typeof shopsOf>;

/** The searches of a topic's shops. Their product ids are those of the topic's `shops`. */
function shopsOf(topic: string, sessionOf: (merchantId: string) => { readonly api: Api; readonly token: string }) {
  const shortId = (language: string, id: string): string => id.slice(`${topic}-${language}-`.length);
  const withShortIds = (language: string, items: Items): Items =>
    items.map((item) => ({ ...item, product: { ...item.product, id: shortId(language, item.product.id) } }));

  /** The products of a ranked search, with what matched. */
  async function search(language: string, query: string, options: object = {}): Promise<Items> {
    const { api, token } = sessionOf(`${topic}-${language}`);
    const json = { query, ...options };
    const { status, body, text } = await untilAvailable(() => api.request('/v1/products/search', { token, json }));
    if (status !== 200) throw new Error(`${status} ${text}`);
    return withShortIds(language, body);
  }

  /** The ids of the products of a ranked search, in order. */
  const ids = async (language: string, query: string, options?: object): Promise<string[]> =>
    idsIn({ data: await search(language, query, options) });

  /** The results page of a request. */
  async function page(language: string, request: object): Promise<Results> {
    const { api, token } = sessionOf(`${topic}-${language}`);
    const results = await resultsOf(api, token, request);
    return { ...results, data: withShortIds(language, results.data) };
  }

  /** The first product of the ranked search, and the set of the results page. */
  async function found(language: string, query: string) {
    const [first] = await ids(language, query);
    const { meta } = await page(language, { query });
    return { first, total: meta.total, isRelaxed: meta.isRelaxed, correctedQuery: meta.correctedQuery };
  }

  /** The highlighted parts of a product's first match. */
  async function highlighted(language: string, query: string, id: string): Promise<string[]> {
    const items = await search(language, query, { highlight: true });
    return markedIn(items.find((item) => item.product.id === id)?.search.results[0]);
  }

  /** The ids of the suggested products. */
  async function suggested(language: string, query: string): Promise<string[]> {
    const { api, token } = sessionOf(`${topic}-${language}`);
    const path = `/v1/search/suggestions?query=${encodeURIComponent(query)}`;
    const { body } = await untilAvailable(() => api.request(path, { token }));
    return body.data.products.map(({ id }: { id: string }) => shortId(language, id));
  }

  return { search, ids, page, found, highlighted, suggested };
}

/** The highlighted parts of a match's text. */
export const markedIn = (match: Items[number]['search']['results'][number] | undefined): string[] =>
  match?.highlights?.map(({ start, length }) => match.text.slice(start, start + length)) ?? [];

/** What `found` resolves to if the set is one product. */
export const only = (id: string) => ({ first: id, total: 1, isRelaxed: false, correctedQuery: null });
/** What `found` resolves to if the query finds nothing. */
export const NOTHING = { first: undefined, total: 0, isRelaxed: false, correctedQuery: null };

/** The products of shops that have cases, too. */
export const titlesOf = (
  shops: Readonly<Record<string, { readonly titles: TextsByLanguage[string] }>>,
): TextsByLanguage => Object.fromEntries(Object.entries(shops).map(([language, { titles }]) => [language, titles]));
