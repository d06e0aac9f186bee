/**
 * Marks of Vietnamese: without them a query finds every word with the same letters, and with them first those that have
 * them.
 */
import { idsIn } from '../../../results/support.ts';
import { numbered, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  vi: {
    'school-bag': 'Cặp học sinh chống gù',
    'cable-c': 'Cáp sạc Type-C',
    'cable-hdmi': 'Cáp HDMI',
    lamp: { title: 'Bóng điện LED 9W', description: 'Đèn cho phòng ngủ.' },
    ...numbered('black', 40, (index) => `Đen bóng kiểu ${index}`),
    net: 'Vợt muỗi',
    salt: 'Muối biển',
    oil: { title: 'Chai nhỏ 500 ml', description: 'Dầu ăn' },
    strawberry: 'Dâu tây',
    head: 'Đầu đốt',
    pillow: 'Gối mát xa',
    'old-style': 'Máy điều hoà',
    'new-style': 'Máy lọc thủy tinh',
    mushroom: 'Nấm hương khô',
    // A shop may leave marks out, too.
    unmarked: 'Nam cham tu',
    socket: 'Ổ cắm',
    iron: 'Máy gia dụng',
    washer: { title: 'Máy lồng ngang', description: 'Giặt 9 kg, êm, bền, tiết kiệm điện và nước.' },
    'dog-collar': 'Vòng cổ chó',
    'cat-collar': 'Vòng cổ cho mèo',
  },
  fr: { salty: 'Biscuits salés', sale: 'Sale affaire', bare: 'Biscuits sales' },
};

export const MARKS: Topic = { name: 'marks', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['cặp', 'school-bag', 1],
    ['đèn', 'lamp', 1],
    ['ĐÈN', 'lamp', 1],
    ['đèn'.normalize('NFD'), 'lamp', 1],
    ['muỗi', 'net', 1],
    ['muối', 'salt', 1],
    ['dầu', 'oil', 1],
    ['dâu', 'strawberry', 1],
    ['đầu', 'head', 1],
    ['nấm', 'mushroom', 1],
    // The tone may stand on either vowel.
    ['điều hòa', 'old-style', 1],
    ['thuỷ tinh', 'new-style', 1],
    // Without its mark, it is a stop word: `cho` (for).
    ['vòng cổ chó', 'dog-collar', 1],
    // Only some words have marks.
    ['dầu an', 'oil', 1],
    ['cặp hoc sinh', 'school-bag', 1],
  ])('%s finds first what has these marks, and its page nothing else', async (query, first, total) => {
    expect(await shops.found('vi', query)).toEqual({ first, total, isRelaxed: false, correctedQuery: null });
  });

  test('words with other marks follow', async () => {
    expect(await shops.ids('vi', 'muỗi')).toEqual(['net', 'salt']);
    expect((await shops.ids('vi', 'cặp')).toSorted()).toEqual(['cable-c', 'cable-hdmi', 'school-bag']);
  });

  test.each([
    ['cap', 3],
    ['muoi', 2],
    ['den', 41],
    ['dau', 3],
    ['nam', 2],
    ['vong co cho', 2],
    ['vòng cổ cho', 2],
  ])('without marks, %s finds all of these words', async (query, total) => {
    expect(await shops.found('vi', query)).toMatchObject({ total, isRelaxed: false, correctedQuery: null });
  });

  test.each([
    ['a wrong tone', 'mưới', 2],
    ['no tone yet', 'nâm', 2],
    ['no tone yet of the last word', 'cặp hoc sin', 1],
  ])('marks that no product has count as none: %s', async (_what, query, total) => {
    expect(await shops.found('vi', query)).toMatchObject({ total, isRelaxed: false, correctedQuery: null });
  });

  test('each key of đèn finds something, and the last one the lamp', async () => {
    const first: (string | undefined)[] = [];
    for (const typed of ['d', 'đ', 'đe', 'đen', 'đèn']) first.push((await shops.ids('vi', typed))[0]);
    expect(first.map((id) => id?.replace(/\d+$/, ''))).toEqual([
      expect.any(String),
      expect.any(String),
      expect.stringMatching(/^(?:black|lamp)$/),
      'black',
      'lamp',
    ]);
  });

  test.each([
    ['máy giă', 'washer'],
    ['máy giặ', 'washer'],
    ['máy giặt', 'washer'],
    ['máy gia', 'iron'],
    ['căp', 'school-bag'],
  ])('an unfinished word with marks, %s, is first the beginning of words with these', async (typed, id) => {
    expect((await shops.ids('vi', typed))[0]).toBe(id);
  });

  test('a page by price has only what has the marks', async () => {
    const { data, meta } = await shops.page('vi', { query: 'cặp', sort: { by: 'price', order: 'asc' } });
    expect([idsIn({ data }), meta.total]).toEqual([['school-bag'], 1]);
  });

  test('words with other marks are highlighted only if a product has none with the typed ones', async () => {
    expect(await shops.highlighted('vi', 'đèn', 'lamp')).toEqual(['Đèn']);
    expect(await shops.highlighted('vi', 'muỗi', 'salt')).toEqual(['Muối']);
  });

  test('in other languages marks count as none', async () => {
    expect(await shops.found('fr', 'biscuits salés')).toMatchObject({ total: 2 });
    expect(await shops.found('fr', 'biscuits sales')).toMatchObject({ total: 2 });
  });
}
