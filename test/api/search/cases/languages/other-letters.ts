/** Words of Cyrillic, Greek, Hebrew and Arabic that shoppers type in Latin letters, or in the wrong keyboard layout. */
import { NOTHING, only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  ru: {
    pram: 'Коляска прогулочная Yoya Plus серая',
    nappies: 'Подгузники Huggies 3',
    dress: 'Платье для девочки',
    shoes: 'Обувь женская летняя',
    fridge: 'Холодильник двухкамерный',
    bed: 'Детская кровать из берёзы',
    phone: 'Смартфон Samsung Galaxy',
    juice: 'Сок яблочный',
  },
  uk: { shoes: 'Взуття дитяче', carpet: 'Килим овальний', socks: "Шкарпетки м'які", phone: 'Смартфон Samsung' },
  bg: { shoes: 'Дамски обувки', milk: 'Прясно мляко', cover: 'Калъф за телефон' },
  el: {
    shoes: 'Ανδρικά παπούτσια τρεξίματος',
    trainers: 'Αθλητικά παιδικά',
    belt: 'Δερμάτινη ζώνη',
    pillow: 'Μαξιλάρι ύπνου',
    glasses: 'Γυαλιά ηλίου',
    skirt: 'Φούστα σε γραμμή Α',
    phone: 'Samsung Galaxy',
  },
  he: { shoes: 'נעליים לילדים', bag: 'תיק גב', phone: 'Samsung Galaxy' },
  ar: { dress: 'فستان سهرة', bag: 'حقيبة ظهر', phone: 'Samsung Galaxy' },
};

export const OTHER_LETTERS: Topic = { name: 'other-letters', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['ru', 'kolyaska', 'pram'],
    ['ru', 'Koliaska Yoya', 'pram'],
    ['ru', 'podguzniki', 'nappies'],
    ['ru', 'platie devochke', 'dress'],
    ['ru', 'kholodilnik', 'fridge'],
    ['ru', 'detskaya krovat', 'bed'],
    ['ru', 'rjkzcrf', 'pram'],
    ['ru', 'gkfnmt lkz ltdjxrb', 'dress'],
    // Keys of punctuation type letters.
    ['ru', 'j,edm', 'shoes'],
    ['ru', ';tycrfz j,edm', 'shoes'],
    ['ru', '[jkjlbkmybr', 'fridge'],
    ['ru', 'ыфьыгтп', 'phone'],
    ['uk', 'vzuttya', 'shoes'],
    ['uk', 'kylym', 'carpet'],
    ['uk', 'dpennz', 'shoes'],
    ['uk', 'іфьігтп', 'phone'],
    ['bg', 'damski obuvki', 'shoes'],
    ['bg', 'mlqko', 'milk'],
    ['bg', 'kalaf', 'cover'],
    ['el', 'papoutsia', 'shoes'],
    ['el', 'papoytsia andrika', 'shoes'],
    ['el', 'papo;ytsia', 'shoes'],
    ['el', 'ATHLITIKA', 'trainers'],
    ['el', 'zwnh', 'belt'],
    ['el', 'maksilari', 'pillow'],
    ['el', 'gialia', 'glasses'],
    ['el', 'σαμσθνγ', 'phone'],
    ['he', 'bgkhho', 'shoes'],
    ['he', 'דשצדומע', 'phone'],
    ['ar', 'tsjhk', 'dress'],
    ['ar', 'سشةسعىل', 'phone'],
  ])('in %s the set of %s is the product that has it in other letters', async (locale, query, id) => {
    expect(await shops.found(locale, query)).toEqual(only(id));
  });

  test.each([
    ['ru', 'coca'],
    ['ru', 'kolyaska2'],
    ['ru', '"kolyaska"'],
    ['el', 'seagate'],
    ['el', 'fouxta'],
  ])('in %s nothing is meant by %s', async (locale, query) => {
    expect(await shops.found(locale, query)).toEqual(NOTHING);
  });

  test.each([
    ['ru', 'rjk', 'pram'],
    ['ru', 'podgu', 'nappies'],
    ['ru', 'detskaya krov', 'bed'],
    ['uk', 'vzut', 'shoes'],
    ['el', 'papo', 'shoes'],
    ['el', 'papout', 'shoes'],
    ['el', 'andrika papou', 'shoes'],
    ['el', 'ανδρικα papou', 'shoes'],
    ['he', 'bgk', 'shoes'],
    ['ru', 'ыфьы', 'phone'],
  ])('in %s %s begins a word of the product', async (locale, query, id) => {
    expect(await shops.found(locale, query)).toEqual(only(id));
    expect((await shops.suggested(locale, query))[0]).toBe(id);
  });

  test('the highlights are the words of the product', async () => {
    expect(await shops.highlighted('el', 'papoutsia andrika', 'shoes')).toEqual(['Ανδρικά', 'παπούτσια']);
    expect(await shops.highlighted('el', 'papo', 'shoes')).toEqual(['παπούτσια']);
    expect(await shops.highlighted('ru', ';tycrfz j,edm', 'shoes')).toEqual(['Обувь', 'женская']);
  });

  test('such a product is suggested', async () => {
    expect((await shops.suggested('ru', 'rjkzcrf'))[0]).toBe('pram');
  });
}
