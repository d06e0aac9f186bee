/** Words in kana, which the engine and ICU segment by dictionaries: unfinished, unknown, and with small or large kana. */
import { NOTHING, only, type Shops, type Topic } from '../support/topics.ts';

const SHOPS = {
  ja: {
    flask: 'サーモス 真空断熱ケータイマグ JNL-505',
    notes: 'ポストイット 強粘着 75×75mm 4色',
    kettle: 'ティファール 電気 0.8L',
    microphone: 'マイク 台付き',
    cloth: 'マイクロファイバー 布巾',
    ink: 'キヤノン 純正インク 6色',
    stamp: 'シャチハタ 印鑑 佐藤',
    chopsticks: { title: '箸 23cm 天然木', description: '食洗機で洗えます。おはしの贈り物に。' },
    envelope: { title: '封筒 長形3号 100枚', description: '中身が透けにくい、むらのない紙です。' },
    eraser: '消しゴム 白',
    pencils: 'くもん こどもえんぴつ 三角',
    sofa: 'ソファ 2人掛け',
    origami: '折り紙 15cm 50枚',
    'copy-paper': 'コピー用紙 A4',
    clock: '掛け時計 電波',
    'alarm-clock': '目覚まし時計',
    scissors: 'はさみ 事務用',
    curtain: 'カーテン 遮光',
    glue: 'スティックのり 22g',
    'a-towel': 'フェイスタオル 5枚',
    chair: { title: 'オフィスチェア', description: '背もたれが高いイスです。' },
    dripper: '円錐ドリッパー 1-2杯用',
    'a-coffee-maker': 'ドリップ式コーヒーメーカー',
  },
};

export const KANA: Topic = { name: 'kana', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['サーモス', 'flask'],
    ['ポストイット', 'notes'],
    ['ティファール', 'kettle'],
  ])('while %s is typed, only %s is found, and marked as far as typed', async (word, id) => {
    for (let length = 2; length <= word.length; length += 1) {
      const typed = word.slice(0, length);
      expect([typed, await shops.found('ja', typed)]).toEqual([typed, only(id)]);
      expect(await shops.highlighted('ja', typed, id)).toEqual([typed]);
    }
  });

  test('a product with the whole word comes before one with a longer word', async () => {
    expect(await shops.found('ja', 'マイク')).toMatchObject({ first: 'microphone', total: 2 });
  });

  test.each([
    ['キャノン', 'ink', 'キヤノン'],
    ['キャノ', 'ink', 'キヤノ'],
    ['キヤノン', 'ink', 'キヤノン'],
    ['シヤチハタ', 'stamp', 'シャチハタ'],
    ['シヤチ', 'stamp', 'シャチ'],
  ])('%s finds %s, which has it with other small letters', async (query, id, marked) => {
    expect(await shops.found('ja', query)).toEqual(only(id));
    expect(await shops.highlighted('ja', query, id)).toEqual([marked]);
  });

  test.each([
    ['ソファー', 'sofa', ['ソファ']],
    ['折紙', 'origami', ['折', '紙']],
    ['掛時計', 'clock', ['時計']],
    ['ハサミ', 'scissors', ['はさみ']],
    ['かーてん', 'curtain', ['カーテン']],
    ['ノリ', 'glue', ['のり']],
  ])('%s finds %s, which writes it in another way', async (query, id, marked) => {
    expect(await shops.found('ja', query)).toEqual(only(id));
    expect(await shops.highlighted('ja', query, id)).toEqual(marked);
  });

  test('a word is not a similar one that has the stem without its last letter', async () => {
    expect(await shops.found('ja', 'ドリッパー')).toMatchObject({ first: 'dripper' });
  });

  test('a word of two letters is not the end of another one', async () => {
    expect(await shops.found('ja', 'イス')).toMatchObject({ first: 'chair' });
  });

  test.each(['まほうびん', 'むしよけ', 'くれよん'])(
    '%s, which no product has, finds none by its letters',
    async (query) => {
      expect(await shops.found('ja', query)).toEqual(NOTHING);
      expect(await shops.ids('ja', query)).toEqual([]);
    },
  );

  test('a word in hiragana that ICU cuts is found as a whole, and by its synonym', async () => {
    expect(await shops.found('ja', 'おはし')).toEqual(only('chopsticks'));
    expect(await shops.found('ja', 'けしごむ')).toEqual(only('eraser'));
  });
}
