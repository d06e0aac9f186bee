/** Loanwords in katakana that shops and shoppers spell in two ways: `ヴァイオリン` and `バイオリン`. */
import { idsIn } from '../../../results/support.ts';
import { only, type Shops, type Topic } from '../support/topics.ts';

const SHOPS = {
  ja: {
    violin: 'ヴァイオリン 初心者セット',
    strings: 'バイオリン弦 4本',
    'a-vest': '防寒ヴェスト メンズ',
    'a-living-table': 'リビングテーブル 120cm',
    headphones: 'ワイヤレスヘッドフォン 密閉型',
    'headphone-stand': 'ヘッドホンスタンド 木製',
    earphones: 'イヤホン 有線',
    'sport-earphones': 'スポーツイヤフォン 防水',
    fork: 'フォーク ステンレス 5本',
    hook: 'ホーク カラビナ',
    roller: 'フォームローラー',
    bakery: 'ホームベーカリー',
    'phone-case': 'アイフォン ケース',
    intercom: 'アイホン 親機',
    'car-mat': 'ヴェゼル フロアマット',
    bezel: 'ベゼル 腕時計用',
    ink: 'キャノン インク',
    camera: 'キヤノン カメラ',
  },
};

export const LOANWORDS: Topic = { name: 'loanwords', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['ヴァイオリン', { violin: ['ヴァイオリン'], strings: ['バイオリン'] }],
    ['バイオリン', { violin: ['ヴァイオリン'], strings: ['バイオリン'] }],
    ['ばいおりん', { violin: ['ヴァイオリン'], strings: ['バイオリン'] }],
    ['バイオ', { violin: ['ヴァイオ'], strings: ['バイオ'] }],
    ['ヴァイオ', { violin: ['ヴァイオ'], strings: ['バイオ'] }],
    ['ベスト', { 'a-vest': ['ヴェスト'] }],
    ['リヴィング', { 'a-living-table': ['リビング'] }],
    ['リヴィ', { 'a-living-table': ['リビ'] }],
    ['ヘッドフォン', { headphones: ['ヘッドフォン'], 'headphone-stand': ['ヘッドホン'] }],
    ['ヘッドホン', { headphones: ['ヘッドフォン'], 'headphone-stand': ['ヘッドホン'] }],
    ['ヘッドホ', { headphones: ['ヘッドフォ'], 'headphone-stand': ['ヘッドホ'] }],
    ['イヤフォン', { earphones: ['イヤホン'], 'sport-earphones': ['イヤフォン'] }],
    ['イヤホン', { earphones: ['イヤホン'], 'sport-earphones': ['イヤフォン'] }],
    ['キャノン', { ink: ['キャノン'], camera: ['キヤノン'] }],
  ])('%s is found in both spellings, and marked whole', async (query, marked: Record<string, readonly string[]>) => {
    const ids = Object.keys(marked).toSorted();
    const { meta, data } = await shops.page('ja', { query, sort: { by: 'title', order: 'asc' } });
    expect({ ...meta, ids: idsIn({ data }).toSorted() }).toMatchObject({ ids, isRelaxed: false, correctedQuery: null });
    expect((await shops.ids('ja', query)).slice(0, ids.length).toSorted()).toEqual(ids);
    expect((await shops.suggested('ja', query)).slice(0, ids.length).toSorted()).toEqual(ids);
    for (const id of ids) expect([id, await shops.highlighted('ja', query, id)]).toEqual([id, marked[id]]);
  });

  test('one letter is not the beginning of all words with the other sound', async () => {
    expect(await shops.ids('ja', 'ヴェ')).not.toContain('bezel');
  });

  test('the spelling that was typed comes first', async () => {
    expect(await shops.ids('ja', 'ヴェゼル')).toEqual(['car-mat', 'bezel']);
    expect(await shops.ids('ja', 'ベゼル')).toEqual(['bezel', 'car-mat']);
  });

  test.each([
    ['フォーク', 'fork'],
    ['ホーク', 'hook'],
    ['フォーム', 'roller'],
    ['ホーム', 'bakery'],
    ['アイフォン', 'phone-case'],
    ['アイホン', 'intercom'],
  ])('%s is no word with the other sound', async (query, id) => {
    expect(await shops.found('ja', query)).toEqual(only(id));
    expect(await shops.ids('ja', query)).toEqual([id]);
  });
}
