/**
 * Queries that say what the wanted product is for, in shops that have both, but none for the other. The product that is
 * named first comes first, and the set of a results page has these products.
 */
import type { Shops, Texts, TextsByLanguage, Topic } from '../support/topics.ts';

/** Language, query, products that are wanted, products that they are for. */
type Row = readonly [string, string, readonly string[], readonly Texts[]];

const costume = (who: string): Texts => ({ title: `${who} costume`, specifications: { Age: '5 to 6 year old' } });

const ROWS: readonly Row[] = [
  ['bg', 'калъф за черна палатка', ['Водоустойчив калъф с цип, 25 л'], ['Черна палатка', 'Палатка, черна']],
  ['ca', 'funda per a tenda negra', ['Impermeable i amb butxaques, funda de 25 l'], ['Tenda negra', 'Tenda, negra']],
  ['da', 'taske til sort telt', ['Vandtæt taske med lynlås og lommer, 25 l'], ['Telt, sort', 'Sort telt med gulv']],
  ['de', 'batterie für golf', ['Starterbatterie', 'Varta Batterie mit Griff, 60 Ah'], ['Golf Filter', 'Kupplung Golf']],
  ['el', 'θήκη για μαύρη σκηνή', ['Αδιάβροχη θήκη με τσέπες, 25 λ'], ['Μαύρη σκηνή', 'Σκηνή μαύρη']],
  ['en', 'lego for 5 year old', ['LEGO fire engine', 'LEGO tractor'], [costume('Knight'), costume('Witch')]],
  [
    'es',
    'cinturón para vaquero azul',
    ['Cinturón trenzado con hebilla, marrón'],
    ['Vaquero azul', 'Vaquero recto azul'],
  ],
  [
    'fr',
    'sac pour réchaud pliable',
    ['Sac étanche avec poches, 25 l'],
    ['Réchaud de camping pliable', 'Réchaud à gaz, pliable'],
  ],
  ['hr', 'torba za crni šator', ['Vodootporna torba s džepovima, 25 l'], ['Crni šator', 'Šator, crni']],
  [
    'it',
    'spatola per padella antiaderente',
    ['Lunga spatola in silicone'],
    ['Padella antiaderente', 'Padella antiaderente 28'],
  ],
  [
    'nl',
    'riem voor blauwe spijkerbroek',
    ['Gevlochten riem met gesp, bruin'],
    ['Blauwe spijkerbroek', 'Spijkerbroek, blauwe'],
  ],
  ['no', 'veske for svart telt', ['Vanntett veske med lommer, 25 l'], ['Telt, svart', 'Svart telt med gulv']],
  ['pl', 'tarcza do szlifierki kątowej', ['Metalowa tarcza, 125 mm'], ['Szlifierka kątowa', 'Szlifierka kątowa 720 W']],
  ['pt', 'cinto para calça jeans', ['Fivela e cinto de couro marrom'], ['Calça jeans', 'Calça jeans reta']],
  [
    'ro',
    'încărcător pentru baterie auto',
    ['Rapid încărcător cu afișaj, 6 A'],
    ['Baterie auto 60 Ah', 'Baterie auto 74 Ah'],
  ],
  ['ru', 'чехол для черной палатки', ['Водонепроницаемый чехол, 25 л'], ['Палатка черная', 'Черная палатка с полом']],
  ['sk', 'taška pre čierny stan', ['Nepremokavá taška s vreckami, 25 l'], ['Čierny stan', 'Stan, čierny']],
  ['sr', 'torba za crni šator', ['Vodootporna torba sa džepovima, 25 l'], ['Црни шатор', 'Šator, crni']],
  [
    'sv',
    'strumpor till vandringskängor herr',
    ['Varma strumpor i ull, grå'],
    ['Vandringskängor herr', 'Vandringskängor herr, låga'],
  ],
  ['uk', 'чохол для чорного намету', ['Водонепроникний чохол, 25 л'], ['Чорний намет', 'Намет чорний']],
];

/** The same products, with another word before the purpose. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['no', 'veske til svart telt'],
  ['pl', 'tarcza na szlifierki kątowe'],
  ['pl', 'tarcza dla szlifierki kątowej'],
  ['sk', 'taška na čierny stan'],
  ['sk', 'taška do čierneho stanu'],
  ['sr', 'торба за црни шатор'],
  ['sv', 'strumpor för vandringskängor herr'],
];

const SHOPS: TextsByLanguage = Object.fromEntries(
  ROWS.map(([language, , wanted, others]) => [
    language,
    Object.fromEntries([
      ...wanted.map((title, index) => [`wanted${index}`, title]),
      ...others.map((title, index) => [`a-other${index}`, title]),
    ]),
  ]),
);

export const PURPOSES: Topic = { name: 'purposes', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([...ROWS.map(([language, query]) => [language, query] as const), ...OTHERS])(
    'in %s, %s',
    async (language, query) => {
      const { data, meta } = await shops.page(language, { query, sort: { by: 'title', order: 'desc' } });
      expect(meta.isRelaxed).toBe(true);
      const ids = data.map(({ product }) => product.id).toSorted();
      expect(ids).toEqual(Object.keys(SHOPS[language] ?? {}).filter((id) => id.startsWith('wanted')));
      expect((await shops.ids(language, query))[0]).toMatch(/^wanted/);
    },
  );
}
