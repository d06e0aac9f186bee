/**
 * Common synonyms, for merchants who define none: a query that finds few products also finds those with another word
 * for the same, behind those with its own words.
 */
import { numbered, only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const stoves = numbered('stove', 10, (index) => `Camping stove ${index}`);

const SHOPS: TextsByLanguage = {
  en: {
    fridge: 'Mini fridge, red',
    refrigerator: 'Refrigerator 300 l, red',
    fridgeMagnet: 'Magnet for a fridge',
    sofa: 'Sofa of leather',
    coach: 'Coach bag',
    notebook: 'Gaming notebook',
    knife: 'Utility knife blades',
    phone: 'Mobile phone 128 GB',
    phoneCase: 'Case of leather',
    boots: 'Wellington boots',
    range: 'Gas range',
    zip: 'Chunky zip 20 cm',
    hardback: 'Hardback edition',
    ketchup: 'Tomato ketchup 500 g',
    sealant: 'PTFE tape 12 mm',
    lorry: 'Bin lorry, orange',
    dough: 'Play dough in 10 tubs',
    carrier: 'Baby carrier',
    pyjamas: 'Sleepsuit with feet',
    teether: 'Teething toy',
    water: 'Sparkling water 1 l',
    tablets: 'Dishwasher tablets',
    peanut: 'Crunchy peanut butter',
    ...stoves,
  },
  de: {
    couch: 'Couch aus Leder',
    phone: 'Smartphone 128 GB',
    bike: 'Fahrrad für Kinder',
    bread: 'Semmel, 6 Stück',
    violin: 'Violine 4/4',
  },
  fr: {
    fridge: 'Réfrigérateur 300 l',
    bike: 'Bicyclette pliante',
    hose: "Boyau d'arrosage 20 m",
    shampoo: 'Shampooing sec',
    seed: 'Semence de gazon',
  },
  es: {
    car: 'Alfombra para carro',
    computer: 'Computadora de escritorio',
    phone: 'Celular 128 GB',
    comic: 'Historieta ilustrada',
    piano: 'Piano digital 88 teclas',
    sax: 'Saxofón alto',
    helmet: 'Casco para niños',
  },
  it: {
    fridge: 'Frigorifero 300 l',
    bike: 'Bici da corsa',
    corkscrew: 'Cavatappi professionale',
    coffee: 'Macchina da caffè espresso',
    jug: 'Caraffa filtrante',
    frother: 'Montalatte elettrico',
    pan: 'Bistecchiera in ghisa',
    helmet: 'Casco per bambini',
  },
  nl: { phone: 'Smartphone 128 GB', sofa: 'Hoekbank en zetel', plate: 'Kentekenplaat geel' },
  pt: {
    console: 'Console 1 TB',
    fridge: 'Geladeira 300 l',
    phone: 'Celular 128 GB',
    bottle: 'Mamadeira anticólica',
    hat: 'Gorro de lã',
    bra: 'Sutiã com bojo',
    umbrella: 'Guarda-chuva automático',
    sneakers: 'Tênis de corrida',
    flats: 'Sapatilha de couro',
    sweater: 'Suéter de lã',
  },
  pl: {
    sofa: 'Kanapa skórzana',
    toy: 'Maskotka dla dzieci',
    zip: 'Suwak metalowy 20 cm',
    drivers: 'Komplet wkrętaków',
    wrench: 'Klucz nastawny 250 mm',
    grinder: 'Szlifierka kątowa 125 mm',
    compressor: 'Kompresor olejowy',
    pliers: 'Szczypce uniwersalne',
    ties: 'Opaski zaciskowe czarne',
    cable: 'Przewód YDYp',
    socket: 'Gniazdo podwójne',
    adhesive: 'Klej do płytek',
    battery: 'Akumulator Makita',
    mask: 'Maska przeciwpyłowa',
    tape: 'Miara zwijana 5 m',
  },
  ru: {
    curtains: 'Занавески для кухни',
    tomato: 'Томат красный',
    battery: 'Аккумулятор 60 Ач',
    wipers: 'Щётки стеклоочистителя 600 мм',
  },
  tr: { suitcase: 'Büyük valiz', car: 'Otomobil paspası', charger: 'Araç şarj cihazı' },
  sv: {
    phone: 'Smartphone 128 GB',
    toy: 'Mjukisdjur till barn',
    zip: 'Blixtlås 20 cm',
    tool: 'Multiverktyg av stål',
    mat: 'Uppblåsbart liggunderlag',
    bag: 'Kylväska 16 l',
    socks: 'Sockor i ull',
    rain: 'Regnset för barn',
    repellent: 'Myggmedel roll-on',
  },
  zh: { bank: '移动电源 20000毫安', bike: '折叠单车', suitcase: '万向轮拉杆箱' },
  ja: {
    phone: 'スマートフォン 128GB',
    pack: '防水バックパック',
    pencil: 'シャープペンシル 0.5mm',
    stapler: 'ホチキス 10号',
    eraser: '消しゴム 白',
    bottle: '水筒 500ml',
    refill: '洗剤 詰め替え用',
  },
  ko: { dryer: '헤어드라이어 1800W', stapler: '스테이플러 소형', stroller: '경량 유모차' },
  cs: {
    pacifier: 'Šidítko silikonové',
    bottle: 'Láhev kojenecká',
    monitor: 'Chůva digitální s kamerou',
    toy: 'Plyšová hračka medvěd',
  },
};

export const SYNONYMS: Topic = { name: 'synonyms', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['en', 'couch', 'sofa'],
    ['en', 'gaming laptop', 'notebook'],
    ['en', 'box cutter blades', 'knife'],
    ['en', 'cell phone', 'phone'],
    ['en', 'cellphones 128gb', 'phone'],
    ['en', 'wellies', 'boots'],
    ['en', 'zipper', 'zip'],
    ['en', 'hardcover edition', 'hardback'],
    ['en', 'catsup', 'ketchup'],
    ['en', 'teflon tape', 'sealant'],
    ['en', 'garbage truck', 'lorry'],
    ['en', 'plasticine', 'dough'],
    ['en', 'modelling clay', 'dough'],
    ['en', 'baby sling', 'carrier'],
    ['en', 'babygrow', 'pyjamas'],
    ['en', 'teether', 'teether'],
    ['en', 'seltzer', 'water'],
    ['en', 'dishwasher detergent', 'tablets'],
    ['en', 'chunky peanut butter', 'peanut'],
    ['de', 'sofa', 'couch'],
    ['de', 'handy 128 gb', 'phone'],
    ['de', 'velo', 'bike'],
    ['de', 'brötchen', 'bread'],
    ['de', 'geige', 'violin'],
    ['fr', 'frigo', 'fridge'],
    ['fr', 'vélo pliant', 'bike'],
    ['fr', "tuyau d'arrosage", 'hose'],
    ['fr', 'shampoing', 'shampoo'],
    ['fr', 'graines gazon', 'seed'],
    ['es', 'ordenador', 'computer'],
    ['es', 'alfombra coche', 'car'],
    ['es', 'teléfono móvil', 'phone'],
    ['es', 'tebeo', 'comic'],
    ['es', 'piano eléctrico', 'piano'],
    ['es', 'saxo alto', 'sax'],
    ['es', 'casco niña', 'helmet'],
    ['it', 'frigo', 'fridge'],
    ['it', 'bicicletta', 'bike'],
    ['it', 'apribottiglie', 'corkscrew'],
    ['it', 'macchinetta caffè', 'coffee'],
    ['it', 'brocca', 'jug'],
    ['it', 'cappuccinatore', 'frother'],
    ['it', 'piastra per carne', 'pan'],
    ['it', 'casco bambina', 'helmet'],
    ['nl', 'gsm', 'phone'],
    ['nl', 'sofa', 'sofa'],
    ['nl', 'nummerplaat', 'plate'],
    ['pt', 'frigorífico', 'fridge'],
    ['pt', 'telemóvel', 'phone'],
    ['pt', 'biberão', 'bottle'],
    ['pt', 'videogame', 'console'],
    ['pt', 'touca', 'hat'],
    ['pt', 'soutien', 'bra'],
    ['pt', 'sombrinha', 'umbrella'],
    ['pl', 'sofa', 'sofa'],
    ['pl', 'pluszak', 'toy'],
    ['pl', 'zamek błyskawiczny', 'zip'],
    ['pl', 'zestaw śrubokrętów', 'drivers'],
    ['pl', 'klucz francuski', 'wrench'],
    ['pl', 'kątówka', 'grinder'],
    ['pl', 'sprężarka', 'compressor'],
    ['pl', 'obcęgi', 'pliers'],
    ['pl', 'trytytki', 'ties'],
    ['pl', 'kabel ydyp', 'cable'],
    ['pl', 'gniazdko podwójne', 'socket'],
    ['pl', 'klej do kafelków', 'adhesive'],
    ['pl', 'klej do glazury', 'adhesive'],
    ['pl', 'bateria makita', 'battery'],
    ['pl', 'maseczka', 'mask'],
    ['pl', 'metrówka', 'tape'],
    ['ru', 'шторы', 'curtains'],
    ['ru', 'помидоры', 'tomato'],
    ['ru', 'акб 60 ач', 'battery'],
    ['ru', 'дворники 600 мм', 'wipers'],
    ['tr', 'bavul', 'suitcase'],
    ['tr', 'araba paspası', 'car'],
    ['tr', 'şarj aleti', 'charger'],
    ['sv', 'mobiltelefon', 'phone'],
    ['sv', 'gosedjur', 'toy'],
    ['sv', 'dragkedja', 'zip'],
    ['sv', 'multitool', 'tool'],
    ['sv', 'luftmadrass', 'mat'],
    ['sv', 'kylbag', 'bag'],
    ['sv', 'strumpor', 'socks'],
    ['sv', 'regnställ', 'rain'],
    ['sv', 'myggspray', 'repellent'],
    ['zh', '充电宝', 'bank'],
    ['zh', '折叠自行车', 'bike'],
    ['zh', '行李箱', 'suitcase'],
    ['ja', 'スマホ', 'phone'],
    ['ja', '防水リュック', 'pack'],
    ['ja', 'シャーペン', 'pencil'],
    ['ja', 'ホッチキス', 'stapler'],
    ['ja', 'けしごむ', 'eraser'],
    ['ja', 'すいとう', 'bottle'],
    ['ja', '洗剤 詰替用', 'refill'],
    ['ko', '드라이기', 'dryer'],
    ['ko', '호치키스', 'stapler'],
    ['ko', '유아차', 'stroller'],
    ['cs', 'dudlíky', 'pacifier'],
    ['cs', 'lahvička', 'bottle'],
    ['cs', 'chůvička', 'monitor'],
    ['cs', 'plyšák', 'toy'],
  ])('in %s, "%s" finds %s first, and as its set', async (language, query, expected) => {
    expect(await shops.found(language, query)).toEqual(only(expected));
  });

  test('beside a word that no product has, too', async () => {
    expect(await shops.found('en', 'couch xyzzy')).toEqual({ ...only('sofa'), isRelaxed: true });
  });

  test('products with the query’s own word come first, and are the set', async () => {
    expect((await shops.ids('en', 'fridge')).toSorted()).toEqual(['fridge', 'fridgeMagnet', 'refrigerator']);
    expect((await shops.ids('en', 'fridge')).at(-1)).toBe('refrigerator');
    expect((await shops.ids('en', 'refrigerator'))[0]).toBe('refrigerator');
    expect((await shops.found('en', 'fridge')).total).toBe(2);
  });

  test('a word that means so in Portugal only has no synonym', async () => {
    expect(await shops.ids('pt', 'sapatilha')).toEqual(['flats']);
    expect(await shops.ids('pt', 'camisola')).toEqual([]);
  });

  test('a query with enough products of its own finds no others', async () => {
    const camping = Object.keys(stoves);
    expect((await shops.ids('en', 'stove')).toSorted()).toEqual(camping);
    const [first, ...others] = await shops.ids('en', 'range');
    expect([first, others.length]).toEqual(['range', 9]);
  });

  test('a synonym is highlighted', async () => {
    const { data } = await shops.page('en', { query: 'couch', highlight: true });
    expect(data[0]?.search.results[0]).toMatchObject({
      text: 'Sofa of leather',
      highlights: [{ start: 0, length: 4 }],
    });
  });
}
