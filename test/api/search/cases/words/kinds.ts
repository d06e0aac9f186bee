/**
 * Collections that list several kinds of products, or what their products are for: each product is of the kind that its
 * own texts name, and for whom they name.
 */
import { idsIn } from '../../../results/support.ts';
import type { Shops, TextsByLanguage, Topic } from '../support/topics.ts';

const HATS = { inCollections: ['Hats, gloves & scarves'] };
const SHOES = { inCollections: ['Shoes for women and men'] };
const SKIRTS = { inCollections: ['Calças e saias'] };
const DRESSES = { inCollections: ['فساتين وعبايات'] };
const PILLOWS = { inCollections: ['כריות ושמיכות'] };
const SPORTS = { inCollections: ['Golf, ridning og sejlsport'] };
const TROUSERS = { inCollections: ['Штани та спідниці'] };
const DESKS = { inCollections: ['机・椅子'] };

const SHOPS: TextsByLanguage = {
  en: {
    beanie: { title: 'Merino beanie hat', price: 30, ...HATS },
    mittens: { title: 'Fleece gloves', price: 10, ...HATS },
    scarf: { title: 'Wool scarf', price: 20, ...HATS },
    // Names no kind, so it may be of any.
    plain: { title: 'Hvaler Nord', price: 40, ...HATS },
    // A collection of one kind says so, too.
    panama: { title: 'Panama Classic', price: 50, inCollections: ['Hats, gloves & scarves', 'Hats'] },
    gift: { title: 'Gift set', description: 'A hat, gloves and a scarf', price: 60, ...HATS },
    loafers: { title: 'Leather loafers, men', price: 70, ...SHOES },
    pumps: { title: 'Suede pumps, women', price: 80, ...SHOES },
    sneakers: { title: 'Running shoes, men', price: 90, ...SHOES },
    clogs: { title: 'Garden clogs', price: 100, ...SHOES },
  },
  pt: {
    saia: { title: 'Saia midi plissada', ...SKIRTS },
    'calca-jeans': { title: 'Calça jeans skinny', ...SKIRTS },
    'calca-preta': { title: 'Calça de alfaiataria preta', ...SKIRTS },
  },
  de: { blanket: { title: 'Decke für Kinder', inCollections: ['Decken und Kissen'] } },
  it: {
    napoletana: { title: 'Caffettiera napoletana', inCollections: ['Caffettiere e moka'] },
    express: { title: 'Moka Express 3 tazze', inCollections: ['Caffettiere e moka'] },
    cup: { title: 'Tazze da colazione', inCollections: ['Tazze'] },
  },
  ar: {
    dress: { title: 'فستان سهرة', ...DRESSES },
    abaya: { title: 'عباية سوداء', ...DRESSES },
  },
  he: {
    pillow: { title: 'כרית שינה', ...PILLOWS },
    quilt: { title: 'שמיכת פוך', ...PILLOWS },
  },
  da: {
    balls: { title: 'Golfbolde, 12 stk', ...SPORTS },
    boots: { title: 'Ridestøvler', description: 'Til ridning', ...SPORTS },
  },
  uk: {
    trousers: { title: 'Штани літні', ...TROUSERS },
    skirt: { title: 'Спідниця джинсова', ...TROUSERS },
  },
  ja: {
    desk: { title: '学習机 木製', ...DESKS },
    chair: { title: 'ダイニングチェア', description: '軽い椅子です', ...DESKS },
  },
};

export const KINDS: Topic = { name: 'kinds', shops: SHOPS, tests };

function tests(shops: Shops): void {
  const set = async (language: string, query: string) => {
    const { data, meta } = await shops.page(language, { query, sort: { by: 'price', order: 'asc' } });
    expect(meta.isRelaxed).toBe(false);
    return idsIn({ data });
  };

  test.each([
    ['gloves', ['mittens', 'plain', 'gift']],
    ['hats', ['beanie', 'plain', 'panama', 'gift']],
    ['scarf', ['scarf', 'plain', 'gift']],
    ['shoes', ['loafers', 'pumps', 'sneakers', 'clogs']],
    ['shoes men', ['loafers', 'sneakers', 'clogs']],
    ['women shoes', ['pumps', 'clogs']],
  ])('by price, a set has the products of the kind: %s', async (query, ids) => {
    expect(await set('en', query)).toEqual(ids);
  });

  test.each([
    ['pt', 'saia', ['saia']],
    ['pt', 'calça', ['calca-jeans', 'calca-preta']],
    ['ar', 'فساتين', ['dress']],
    ['ar', 'عبايات', ['abaya']],
    ['he', 'כרית', ['pillow']],
    ['he', 'שמיכות', ['quilt']],
    ['da', 'golf', ['balls']],
    ['da', 'ridning', ['boots']],
    ['uk', 'штани', ['trousers']],
    ['uk', 'спідниці', ['skirt']],
    ['ja', '机', ['desk']],
    ['ja', '椅子', ['chair']],
  ])('in %s: %s', async (language, query, ids) => {
    expect((await set(language, query)).toSorted()).toEqual(ids);
  });

  test.each([
    ['en', 'hats, gloves & scarves', 6],
    ['en', 'hats gloves', 6],
    ['en', 'hats-gloves-and-scarves', 6],
    ['pt', 'calças e saias', 3],
    ['ar', 'فساتين وعبايات', 2],
    ['he', 'כריות ושמיכות', 2],
    ['ja', '机・椅子', 2],
  ])('the name of the whole collection finds all of its products, in %s: %s', async (language, query, count) => {
    expect((await set(language, query)).length).toBe(count);
  });

  test('without products of the kind, those of the collection are the set', async () => {
    expect(await set('pt', 'saia jeans')).toEqual(['calca-jeans']);
    expect(await set('de', 'kinderkissen')).toEqual(['blanket']);
  });

  test('by relevance, products of the kind come first, and others of the collection follow', async () => {
    expect(await shops.ids('it', 'caffettiera')).toEqual(['napoletana', 'express']);
    expect(await shops.ids('it', 'moka')).toEqual(['express', 'napoletana']);
  });
}
