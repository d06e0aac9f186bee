/** Compound words, in languages that write them as one word: each is found by its end, in the set and in the order. */
import { bare, insert, location, merchant, product } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';
import { idsIn, resultsOf } from './support.ts';

const SHOPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    ...{ pan: 'Pfanne 28 cm', fryingPan: 'Bratpfanne aus Gusseisen', grillPan: 'Grillpfannen im Doppelpack' },
    ...{ pots: 'Topfset für Induktion', inductionPan: 'Schmorpfanne für Induktion' },
    ...{ lamp: 'Lampe aus Holz', deskLamp: 'Schreibtischlampe aus Holz', shelf: 'Holzregal' },
    ...{ watch: 'Armbanduhr', clock: 'Uhr für die Küche', rice: 'Reis 1 kg', pasta: 'Nudeln zum Festpreis' },
  },
  nl: { chairs: 'Eetkamerstoelen, set van 2', chair: 'Stoel van eikenhout', knife: 'Keukenmes', jacket: 'Kinderjas' },
  sv: { lamp: 'Bordslampa', lamps: 'Lampor, 2 st', chair: 'Matstol i ek', shoes: 'Löparskor' },
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
  for (const locale of languages)
    await eventually(
      () => resultsOf(api, tokens.get(locale) ?? '', {}),
      ({ meta }) => meta.total === Object.keys(SHOPS[locale] ?? {}).length,
    );
});
afterAll(() => service.stop());

test.each<[string, string, readonly string[]]>([
  ['de', 'pfanne', ['fryingPan', 'grillPan', 'inductionPan', 'pan']],
  ['de', 'pfannen', ['fryingPan', 'grillPan', 'inductionPan', 'pan']],
  ['de', 'pfanne induktion', ['inductionPan']],
  ['de', 'lampe', ['deskLamp', 'lamp']],
  ['de', 'lampe holz', ['deskLamp', 'lamp']],
  ['de', 'uhr', ['clock', 'watch']],
  // `Festpreis` doesn't end with rice.
  ['de', 'reis', ['rice']],
  ['nl', 'stoel', ['chair', 'chairs']],
  ['nl', 'stoelen', ['chair', 'chairs']],
  ['nl', 'mes', ['knife']],
  ['nl', 'jas', ['jacket']],
  ['sv', 'lampa', ['lamp', 'lamps']],
  ['sv', 'stol', ['chair']],
  ['sv', 'skor', ['shoes']],
])('in %s the set of %s has the compounds that end so', async (locale, query, ids) => {
  const { meta, data } = await resultsOf(api, tokens.get(locale) ?? '', { query, sort: { by: 'title', order: 'asc' } });
  expect({ ids: idsIn({ data }).toSorted(), relaxed: meta.isRelaxed, corrected: meta.correctedQuery }).toEqual({
    ids: ids.map((id) => `${locale}-${id}`),
    relaxed: false,
    corrected: null,
  });
});

test.each([
  ['de', 'pfanne', 'pan'],
  ['de', 'pfanne induktion', 'inductionPan'],
  ['de', 'lampe schreibtisch', 'deskLamp'],
  ['nl', 'stoel', 'chair'],
])('in %s the best product for %s', async (locale, query, id) => {
  const json = { query, limit: 10 };
  const found = foundIdsOf(await api.request('/v1/products/search', { token: tokens.get(locale) ?? '', json }));
  expect([found[0], found]).toEqual([`${locale}-${id}`, found]);
});
