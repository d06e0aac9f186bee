/**
 * Names with their numbers, and words with amounts, that are typed without a space: the first product of the ranked
 * search, and the set of a results page.
 */
import { bare, insert, location, merchant, product } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';
import { resultsOf } from '../results/support.ts';

/** The titles of a shop in each language. */
const SHOPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    ...{ case15: 'iPhone 15 Case', case14: 'iPhone 14 Case', case13: 'Clear Case for iPhone 13' },
    ...{ cases: 'Case of iPhone, set of 15', silicone: 'Silicone sleeve with a strap for iPhone 15 and other phones' },
    ...{
      hero12: 'GoPro Hero 12 Black',
      hero11: 'GoPro Hero 11 Black',
      mate60: 'Huawei Mate 60',
      mate50: 'Huawei Mate 50',
    },
    ...{ jeans: "Levi's 501 Original Jeans", air270: 'Nike Air Max 270 Trainers', air90: 'Nike Air Max 90 Trainers' },
    ...{ coffee500: 'Coffee Beans 500g dark', coffee250: 'Coffee Beans 250g dark', tea: 'Green tea 100g' },
    ...{ rtx80: 'GeForce RTX 3080 graphics card', rtx70: 'GeForce RTX 3070 graphics card' },
    ...{ xm5: 'Sony WH-1000XM5 headphones', xm4: 'Sony WH 1000XM4 headphones' },
    ...{ bolt40: 'Bolt M8x40', bolt30: 'Bolt M8x30', gigabit: 'Switch 10/100/1000', ethernet: 'Hub 10/100' },
    ...{ abc: 'Abc 1235 spare part', watch: 'Watch MODEL-1234', other: 'Stand for a model' },
  },
  ru: { kofe500: 'Кофе молотый 500 г', kofe250: 'Кофе молотый 250 г' },
};

let service: TestService;
let api: Api;
const tokens = new Map<string, string>();

beforeAll(async () => {
  service = await createService();
  const languages = Object.keys(SHOPS);
  await insert(service.catalogue, {
    merchants: languages.map((locale) => merchant(locale, { locale })),
    locations: languages.map((locale) => location(`${locale}-location`, locale)),
    products: Object.entries(SHOPS).flatMap(([locale, titles]) =>
      Object.entries(titles).map(([id, title]) => product(`${locale}-${id}`, locale, { ...bare, title })),
    ),
  });
  for (const locale of languages) tokens.set(locale, await service.token(locale));
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
  for (const [locale, titles] of Object.entries(SHOPS))
    await eventually(
      () => resultsOf(api, tokens.get(locale) ?? '', {}),
      ({ meta }) => meta.total === Object.keys(titles).length,
    );
});
afterAll(() => service.stop());

/** The first product of the ranked search, and the set of the results page. */
async function found(locale: string, query: string) {
  const token = tokens.get(locale) ?? '';
  const [first] = foundIdsOf(await api.request('/v1/products/search', { token, json: { query } }));
  const { meta } = await resultsOf(api, token, { query });
  return { first, total: meta.total, isRelaxed: meta.isRelaxed, correctedQuery: meta.correctedQuery };
}

const only = (locale: string, id: string) => ({
  ...{ first: `${locale}-${id}`, total: 1, isRelaxed: false, correctedQuery: null },
});

describe('a name and its number are adjacent words', () => {
  test.each([
    ['case iphone15', 'case15'],
    ['iphone14 case', 'case14'],
    ['strap iphone15', 'silicone'],
    ['hero12', 'hero12'],
    ['gopro hero12', 'hero12'],
    ['mate60', 'mate60'],
    ['huawei mate60', 'mate60'],
    ['nike airmax270', 'air270'],
    ['geforce rtx3080', 'rtx80'],
  ])('%s', async (query, id) => {
    expect(await found('en', query)).toEqual(only('en', id));
  });

  test('a number that no product has is left out, and nothing is corrected', async () => {
    const { first, ...set } = await found('en', 'case iphone16');
    expect(first).toMatch(/case/);
    expect(set).toEqual({ total: 4, isRelaxed: true, correctedQuery: null });
  });
});

describe('an unknown identifier is a word and a number or an amount', () => {
  test.each([
    ['en', 'levis501', 'jeans'],
    ['en', 'airmax270', 'air270'],
    ['en', 'coffee500g', 'coffee500'],
    ['ru', 'кофе500г', 'kofe500'],
  ])('in %s: %s', async (locale, query, id) => {
    expect(await found(locale, query)).toEqual(only(locale, id));
  });
});

describe('other identifiers are found as before', () => {
  test.each([
    ['rtx3080', 'rtx80'],
    ['WH-1000XM5', 'xm5'],
    ['wh1000xm4', 'xm4'],
    ['M8x40', 'bolt40'],
    ['bolt m8x30', 'bolt30'],
    ['10/100/1000', 'gigabit'],
    ['model1234', 'watch'],
  ])('%s', async (query, id) => {
    expect(await found('en', query)).toEqual(only('en', id));
  });

  test.each(['ABC-1234', 'rtx3090', 'wh1000xm6'])('%s is nothing', async (query) => {
    expect(await found('en', query)).toEqual({ first: undefined, total: 0, isRelaxed: false, correctedQuery: null });
  });
});
