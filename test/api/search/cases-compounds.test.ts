/** Compound words, in languages that write them as one word: each is found by its end, in the set and in the order. */
import { foundIdsOf } from '../responses.ts';
import { idsIn, resultsOf } from '../results/support.ts';
import { type Shops, startShops, type TitlesByLanguage } from './languages/start-shops.ts';

const SHOPS: TitlesByLanguage = {
  de: {
    ...{ pan: 'Pfanne 28 cm', fryingPan: 'Bratpfanne aus Gusseisen', grillPan: 'Grillpfannen im Doppelpack' },
    ...{ pots: 'Topfset für Induktion', inductionPan: 'Schmorpfanne für Induktion' },
    ...{ lamp: 'Lampe aus Holz', deskLamp: 'Schreibtischlampe aus Holz', shelf: 'Holzregal' },
    ...{ watch: 'Armbanduhr', clock: 'Uhr für die Küche', rice: 'Reis 1 kg', pasta: 'Nudeln zum Festpreis' },
  },
  nl: { chairs: 'Eetkamerstoelen, set van 2', chair: 'Stoel van eikenhout', knife: 'Keukenmes', jacket: 'Kinderjas' },
  sv: { lamp: 'Bordslampa', lamps: 'Lampor, 2 st', chair: 'Matstol i ek', shoes: 'Löparskor' },
};

let shops: Shops;
beforeAll(async () => {
  shops = await startShops(SHOPS);
});
afterAll(() => shops.stop());

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
  const { meta, data } = await resultsOf(shops.api, shops.tokens.get(locale) ?? '', {
    query,
    sort: { by: 'title', order: 'asc' },
  });
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
  const found = foundIdsOf(
    await shops.api.request('/v1/products/search', { token: shops.tokens.get(locale) ?? '', json }),
  );
  expect([found[0], found]).toEqual([`${locale}-${id}`, found]);
});
