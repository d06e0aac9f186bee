/** `correctedQuery` is spelt as the merchant's products are, with accents, umlauts and the case of its language. */
import { bare, insert, location, merchant, product } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { resultsOf } from './support.ts';

/** The titles of a merchant of each language. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  de: ['Kopfhörer rot', 'Spielteppich Straße', 'Größe XL', 'GRÖSSENTABELLE'],
  fr: ['Écouteurs légers'],
  sv: ['Trådlösa hörlurar'],
  pl: ['Słuchawki dla gracza', 'Łańcuszek'],
  tr: ['KIRMIZI IŞIKLIK', 'İplikli kutu'],
  vi: ['Điện thoại màu đỏ'],
  // The spelling of most texts, whatever comes first.
  es: ['Camion', 'Camión grande', 'CAMIÓN pequeño'],
};

let service: TestService;
let api: Api;
const tokens = new Map<string, string>();

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const languages = Object.keys(TITLES);
  await insert(service.catalogue, {
    merchants: languages.map((locale) => merchant(locale, { locale })),
    locations: languages.map((locale) => location(`${locale}-location`, locale)),
    products: Object.entries(TITLES).flatMap(([locale, titles]) =>
      titles.map((title, at) => product(`${locale}-${at}`, locale, { ...bare, title })),
    ),
  });
  for (const locale of languages) tokens.set(locale, await service.token(locale));
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
  for (const [locale, titles] of Object.entries(TITLES))
    await eventually(
      () => resultsOf(api, tokens.get(locale) ?? '', {}),
      ({ meta }) => meta.total === titles.length,
    );
});
afterAll(() => service.stop());

test.each([
  ['de', 'Kopfhöhrer rot', 'kopfhörer rot'],
  ['de', 'KOPFHORRER ROT', 'kopfhörer rot'],
  ['de', 'spielteppich strassse', 'spielteppich straße'],
  ['de', 'grössentabele', 'grössentabelle'],
  ['fr', 'ecoutteurs legers', 'écouteurs legers'],
  ['sv', 'trådlösa hörlurrar', 'trådlösa hörlurar'],
  ['pl', 'sluchawwki', 'słuchawki'],
  ['pl', 'łancuszzek', 'łańcuszek'],
  ['tr', 'kirmizzi', 'kırmızı'],
  ['tr', 'ışıkllık', 'ışıklık'],
  ['tr', 'iplikkli kutu', 'iplikli kutu'],
  ['vi', 'điện thoaij', 'điện thoại'],
  ['es', 'camiion', 'camión'],
])('in %s, "%s" means "%s"', async (locale, query, corrected) => {
  const { meta } = await resultsOf(api, tokens.get(locale) ?? '', { query });
  expect(meta).toMatchObject({ correctedQuery: corrected, isRelaxed: false });
});
