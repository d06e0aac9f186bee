/**
 * Compound words, in languages that write them as one word: each is found by its end, and by its parts where the text
 * has these apart, in the set and in the order. In languages that write them apart, shoppers join words.
 */
import { idsIn } from '../../../results/support.ts';
import { only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  de: {
    pan: 'Pfanne 28 cm',
    fryingPan: 'Bratpfanne aus Gusseisen',
    grillPan: 'Grillpfannen im Doppelpack',
    pots: 'Topfset für Induktion',
    inductionPan: 'Schmorpfanne für Induktion',
    lamp: 'Lampe aus Holz',
    deskLamp: 'Schreibtischlampe aus Holz',
    shelf: 'Holzregal',
    watch: 'Armbanduhr',
    clock: 'Uhr für die Küche',
    rice: 'Reis 1 kg',
    pasta: 'Nudeln zum Festpreis',
    jacket: 'Jacke für Damen',
    winterJacket: 'Damen Winterjacke',
    shoes: 'Laufschuhe für Herren',
    warm: 'Warme Jacke für den Winter',
    mat: 'Fußmatte',
    foot: 'Matte für den Fuß',
    oil: 'Öl für Scharniere',
    motorOil: 'Motoröl 5 l',
    oliveOil: 'Olivenoel extra',
    oils: 'Massageöle im Geschenkset',
    alcohol: 'Alkohol 70 %',
    retinol: 'Serum mit Retinol',
    dishwasher: 'Geschirrspülmaschine',
    phone: 'Smartphone Galaxy',
    phoneCase: 'Handyhülle für Galaxy',
    mill: 'Pfeffermühle aus Buche',
    screw: { title: 'SCHR. SK M8X40 VZ', description: 'Sechskantschraube verzinkt' },
    gloves: { title: 'HANDSCH. ARB. LEDER', description: 'Arbeitshandschuhe Leder' },
  },
  nl: {
    chairs: 'Eetkamerstoelen, set van 2',
    chair: 'Stoel van eikenhout',
    knife: 'Keukenmes',
    jacket: 'Kinderjas',
    coat: 'Winterjas voor dames',
    rabbitFood: 'Konijnenvoer',
    hutch: 'Konijnenhok buiten',
    hay: 'Timothy hooi voor konijnen',
    bone: 'Kauwbot geperst',
    robot: 'Maairobot 300 m²',
  },
  zh: {
    chair: '人体工学电脑椅',
    dining: '实木餐桌椅组合',
    sandal: '儿童凉鞋',
    runner: '耐克运动鞋',
    dress: '碎花连衣裙',
    scale: '电子秤',
    kettle: '电热水壶',
    phoneCase: '透明防摔手機殼',
    lamp: '護眼檯燈',
  },
  ja: {
    tea: '煎茶 50個',
    matcha: '宇治抹茶 100g',
    futon: '敷布団 シングル',
    boots: '長靴 キッズ',
    bag: 'トートバッグ 本革',
    toy: 'おもちゃ 木製',
  },
  ko: {
    kettle: '무선 전기 주전자 1.7L',
    rice: '전기압력밥솥 10인용',
    satchel: '초등학생 책가방',
    jeans: '남성 청바지',
    chair: '메쉬 사무용의자',
    bedding: '차렵이불 세트',
    shoes: '남성 운동화',
    charger: '고속충전기',
    tale: '전래 동화',
    desk: '컴퓨터책상',
    tent: '원터치 텐트',
    sunscreen: '선크림 50ml',
    range: '빌트인 가스레인지 3구',
    juice: '오렌지 주스',
    dress: '여름 롱원피스',
    curlingIron: '보다나 봉고데기 36mm',
    straightener: '글램팜 판고데기',
    football: '어린이 축구공',
    saw: '접이식 전정톱',
    nails: '손톱 영양제',
    bottle: '투명 유리병 1L',
    waffle: '미니 와플 메이커',
  },
  en: {
    tee: 'Mens T-Shirt 3 pack',
    tees: 'Plain T Shirt in white',
    milk: 'Semi Skimmed Milk 2 L',
    choc: 'Milk Chocolate',
    bread: 'White Bread 800 g',
    gluten: 'Gluten Free Loaf of Bread',
    plug: 'Spark Plug K20',
    plugs: 'Spark Plugs',
    bed: 'Donut Cat Bed, fluffy',
    tunnel: 'Cat tunnel',
    tent: 'Pop-Up Tent',
    tent3: 'Tent for three',
    cymbals: 'Hi-Hat Cymbals 14 in.',
  },
  sv: {
    lamp: 'Bordslampa',
    lamps: 'Lampor, 2 st',
    chair: 'Matstol i ek',
    shoes: 'Löparskor',
    cloth: 'Bomullstyg',
    needles: 'Strumpstickor metall 3 mm, 5 st, 20 cm',
    book: 'Sticka strumpor',
    bed: 'Tältsäng 190 cm',
    boots: 'Gummistövlar barn',
    teapot: 'Tekanna i gjutjärn',
  },
  hu: {
    manure: 'Marhatrágya 5 kg',
    seed: 'Paprika vetőmag',
    shovel: 'Hólapát alumínium éllel',
  },
  da: {
    beerGlass: 'Ølglas 50 cl',
    wineGlass: 'Vinglas i krystal',
    bowl: 'Skål af træ',
  },
};

export const COMPOUNDS: Topic = { name: 'compounds', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each<[string, string, readonly string[]]>([
    // In a short description.
    ['de', 'schraube', ['screw']],
    ['de', 'handschuhe leder', ['gloves']],
    ['de', 'pfanne', ['fryingPan', 'grillPan', 'inductionPan', 'pan']],
    ['de', 'pfannen', ['fryingPan', 'grillPan', 'inductionPan', 'pan']],
    ['de', 'pfanne induktion', ['inductionPan']],
    ['de', 'lampe', ['deskLamp', 'lamp']],
    ['de', 'lampe holz', ['deskLamp', 'lamp']],
    ['de', 'uhr', ['clock', 'watch']],
    ['de', 'damenjacke', ['jacket', 'winterJacket']],
    ['de', 'damenjacken', ['jacket', 'winterJacket']],
    ['de', 'herrenschuhe', ['shoes']],
    ['de', 'winterjacke', ['winterJacket']],
    ['de', 'öl', ['motorOil', 'oil', 'oils', 'oliveOil']],
    ['de', 'oel', ['motorOil', 'oil', 'oils', 'oliveOil']],
    ['de', 'öle', ['motorOil', 'oil', 'oils', 'oliveOil']],
    ['de', 'massageöl', ['oils']],
    // `Festpreis` doesn't end with rice.
    ['de', 'reis', ['rice']],
    ['de', 'mühle', ['mill']],
    ['de', 'muehle', ['mill']],
    ['nl', 'stoel', ['chair', 'chairs']],
    ['nl', 'stoelen', ['chair', 'chairs']],
    ['nl', 'mes', ['knife']],
    ['nl', 'jas', ['coat', 'jacket']],
    ['nl', 'damesjas', ['coat']],
    ['sv', 'lampa', ['lamp', 'lamps']],
    ['sv', 'stol', ['chair']],
    ['sv', 'skor', ['shoes']],
    ['sv', 'tyg', ['cloth']],
    ['sv', 'säng', ['bed']],
    ['sv', 'stövlar', ['boots']],
    ['sv', 'kanna', ['teapot']],
    ['hu', 'trágya', ['manure']],
    ['hu', 'mag', ['seed']],
    ['hu', 'lapát', ['shovel']],
    ['da', 'glas', ['beerGlass', 'wineGlass']],
    ['ko', '전기주전자', ['kettle']],
    ['ko', '전기밥솥', ['rice']],
    ['ko', '밥솥', ['rice']],
    ['ko', '가방', ['satchel']],
    ['ko', '사무의자', ['chair']],
    ['ko', '이불세트', ['bedding']],
    ['ko', '컴퓨터 책상', ['desk']],
    ['ko', '텐트는', ['tent']],
    ['ko', '남성용 운동화', ['shoes']],
    ['ko', '여름원피스를', ['dress']],
    ['ko', '썬크림', ['sunscreen']],
    ['ko', '렌지', ['range']],
    ['ko', '가스렌지', ['range']],
    ['ko', '고데기', ['curlingIron', 'straightener']],
    ['ko', '동화', ['tale']],
    ['ko', '공', ['football']],
    ['ko', '톱', ['saw']],
    ['ko', '전기', ['kettle', 'rice']],
    ['zh', '椅子', ['chair', 'dining']],
    ['zh', '鞋', ['runner', 'sandal']],
    ['zh', '鞋子', ['runner', 'sandal']],
    ['zh', '裙子', ['dress']],
    ['zh', '电子', ['scale']],
    ['zh', '電熱水壺', ['kettle']],
    ['zh', '連衣裙', ['dress']],
    ['zh', '手机壳', ['phoneCase']],
    ['zh', '护眼台灯', ['lamp']],
    ['ja', 'お茶', ['matcha', 'tea']],
    ['ja', '茶', ['matcha', 'tea']],
    ['ja', '布団', ['futon']],
    ['ja', '靴', ['boots']],
    ['en', 'tshirts', ['tee', 'tees']],
    ['en', 'sparkplugs', ['plug', 'plugs']],
    ['en', 'catbed', ['bed']],
  ])('in %s the set of %s has the compounds that end so', async (locale, query, ids) => {
    const { meta, data } = await shops.page(locale, { query, sort: { by: 'title', order: 'asc' } });
    expect({ ids: idsIn({ data }).toSorted(), relaxed: meta.isRelaxed, corrected: meta.correctedQuery }).toEqual({
      ids,
      relaxed: false,
      corrected: null,
    });
  });

  test.each([
    ['de', 'backofenpfanne', ['fryingPan', 'grillPan', 'inductionPan', 'pan']],
    ['zh', '跑鞋', ['runner', 'sandal']],
    ['ko', '간장병', ['bottle']],
    ['ko', '물병', ['bottle']],
    ['ko', '농구공', ['football']],
  ])('in %s an unknown compound, %s, is relaxed to its end', async (locale, query, ids) => {
    const { meta, data } = await shops.page(locale, { query });
    const found = await shops.ids(locale, query);
    expect([idsIn({ data }).toSorted(), found.toSorted(), meta.isRelaxed]).toEqual([ids, ids, true]);
  });

  test.each([
    ['de', 'schreibtisch holz', 'deskLamp', null],
    ['de', 'schreibtsich holz', 'deskLamp', 'schreibtischlampe holz'],
    ['nl', 'eetkamer set', 'chairs', null],
    ['sv', 'gummi barn', 'boots', null],
    ['hu', 'marha 5 kg', 'manure', null],
  ])('in %s a compound is found by its beginning before other words: %s', async (locale, query, id, correctedQuery) => {
    expect(await shops.found(locale, query)).toEqual({ ...only(id), correctedQuery });
    expect((await shops.ids(locale, query))[0]).toBe(id);
  });

  test('a compound is found by its beginning beside a word that no product has, or one that is being typed', async () => {
    for (const query of ['schreibtisch xyzzy', 'schreibtisch hol', 'schreibtisch geschirr xyzzy'])
      expect(await shops.found('de', query)).toMatchObject({ first: 'deskLamp', total: 1, isRelaxed: true });
    expect(await shops.highlighted('de', 'schreibtisch holz', 'deskLamp')).toEqual(['Schreibtischlampe', 'Holz']);
  });

  test('the beginning of a compound that has a synonym of its own is no compound: a phone, not its case', async () => {
    expect(await shops.found('de', 'handy galaxy')).toEqual(only('phone'));
  });

  test('a Korean word is relaxed to the one that lacks its last syllable', async () => {
    expect(await shops.found('ko', '와플기')).toMatchObject({ first: 'waffle', total: 1, isRelaxed: true });
  });

  test('an unknown compound of any length is relaxed to its beginning if many products have its end', async () => {
    const query = 'geschirrspülmaschinenpfanne';
    const { meta, data } = await shops.page('de', { query, sort: { by: 'title', order: 'asc' } });
    expect([idsIn({ data }), meta.isRelaxed]).toEqual([['dishwasher'], true]);
  });

  test.each([
    ['de', 'pfanne', 'pan'],
    ['de', 'öl', 'oil'],
    ['de', 'pfanne induktion', 'inductionPan'],
    ['de', 'lampe schreibtisch', 'deskLamp'],
    ['de', 'winterjacke', 'winterJacket'],
    ['de', 'fußmatte', 'mat'],
    ['nl', 'stoel', 'chair'],
    ['sv', 'strumpstickor', 'needles'],
    ['en', 'semiskimmed milk', 'milk'],
    ['en', 'glutenfree bread', 'gluten'],
    ['en', 'popup tent', 'tent'],
    ['en', 'hihats', 'cymbals'],
    ['en', 'catbed', 'bed'],
  ])('in %s the best product for %s', async (locale, query, id) => {
    const found = await shops.ids(locale, query);
    expect([found[0], found]).toEqual([id, found]);
  });

  test.each([
    ['de', 'pfanne induktion', 'inductionPan', ['Schmorpfanne', 'Induktion']],
    ['de', 'lampe holz', 'deskLamp', ['Schreibtischlampe', 'Holz']],
    ['de', 'öl geschenkset', 'oils', ['Massageöle', 'Geschenkset']],
    ['de', 'pfannen gusseisen', 'fryingPan', ['Bratpfanne', 'Gusseisen']],
    ['nl', 'jas dames', 'coat', ['Winterjas', 'dames']],
    ['sv', 'stol ek', 'chair', ['Matstol', 'ek']],
    ['sv', 'säng', 'bed', ['Tältsäng']],
  ])('in %s the highlights of %s are those of words and compounds', async (locale, query, id, expected) => {
    expect(await shops.highlighted(locale, query, id)).toEqual(expected);
  });

  test.each(['koni', 'konij', 'konijn', 'konijne', 'konijnen'])(
    'the set keeps the compounds that a word begins while it is typed: %s',
    async (query) => {
      expect(await shops.found('nl', query)).toMatchObject({ total: 3, isRelaxed: false });
    },
  );

  test('a usual noun of three letters ends compounds, but no other words', async () => {
    expect(await shops.found('nl', 'bot')).toMatchObject({ first: 'bone', total: 1 });
    expect(await shops.ids('nl', 'bot')).not.toContain('robot');
  });
}
