/** `correctedQuery` is spelt as the merchant's products are, with accents, umlauts and the case of its language. */
import { numbered, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

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

const SHOPS: TextsByLanguage = Object.fromEntries(
  Object.entries(TITLES).map(([locale, titles]) => [
    locale,
    numbered('', titles.length, (index) => titles[index] as string),
  ]),
);

export const CORRECTED_QUERIES: Topic = { name: 'corrected-queries', shops: SHOPS, tests };

function tests(shops: Shops): void {
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
    const { meta } = await shops.page(locale, { query });
    expect(meta).toMatchObject({ correctedQuery: corrected, isRelaxed: false });
  });
}
