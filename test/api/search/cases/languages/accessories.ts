/**
 * A query for a product finds it before what belongs to it, though the titles of accessories are shorter. A query for the
 * accessory finds that first. A word that is not finished rather means a product than a compound that begins with it.
 */
import type { Shops, Texts, TextsByLanguage, Topic } from '../support/topics.ts';

/** Language, query, product; query, accessory. */
type Row = readonly [string, string, string, string, string];

const ROWS: readonly Row[] = [
  ['en', 'laptop', 'Gaming laptop with 16 GB of memory', 'laptop bag', 'Laptop bag'],
  ['en', 'coffee', 'Whole bean coffee from Peru, 1 kg', 'coffee cup', 'Coffee cup'],
  ['en', 'harness', 'No pull dog harness, quilted, waterproof, dark blue large', 'harness clip', 'Harness clip'],
  ['ar', 'سرير', 'سرير خشب مزدوج 180×200 سم مع أدراج تخزين', 'مفرش سرير', 'مفرش سرير قطن'],
  ['ar', 'مكيف', 'مكيف شباك 24000 وحدة حار بارد', 'ريموت مكيف', 'ريموت كنترول مكيف'],
  ['bg', 'акумулатор', 'Акумулатор за кола 60Ah 540A, десен', 'клеми акумулатор', 'Клеми за акумулатор'],
  ['ca', 'llit', 'Llit de fusta massissa amb calaixos i capçal', 'llençols llit', 'Llençols per a llit'],
  ['cs', 'kávovar', 'Překapávací kávovar s časovačem, 1,25 l', 'odvápňovač kávovar', 'Odvápňovač do kávovaru'],
  ['cs', 'pivo', 'Nealkoholické pivo světlé, 6x 0,5 l', 'otvírák na pivo', 'Otvírák na pivo'],
  ['da', 'guitar', 'Western guitar i mahogni, natur, med taske', 'stativ guitar', 'Stativ til guitar'],
  ['de', 'hundefutter', 'Hundefutter nass, getreidefrei, 12 x 800 g', 'napf hundefutter', 'Napf für Hundefutter'],
  ['de', 'laptop', 'Gaming-Laptop mit 16 GB RAM, 144 Hz', 'laptop tasche', 'Tasche für Laptop'],
  ['el', 'κιθάρα', 'Κλασική κιθάρα 4/4 φυσικό χρώμα με θήκη', 'βάση κιθάρα', 'Βάση για κιθάρα'],
  ['es', 'impresora', 'Impresora multifunción con copia y escáner', 'tóner impresora', 'Tóner para impresora'],
  ['es', 'jamón', 'Jamón ibérico de cebo, pieza de 7 kg', 'patatas jamón', 'Patatas con sabor a jamón'],
  ['fa', 'فرش', 'فرش دستباف تبریز نقش ماهی یک و نیم متری', 'برس فرش', 'برس شستشوی فرش'],
  ['fi', 'lumilinko', 'Lumilinko bensiini 62 cm, sähkökäynnistys', 'lumilingon suojapeite', 'Lumilingon suojapeite'],
  [
    'fr',
    'ordinateur portable',
    'Ordinateur portable 15 pouces, 16 Go, SSD',
    'housse ordinateur',
    'Housse pour ordinateur portable',
  ],
  ['fr', 'vin rouge', 'Bordeaux Supérieur 2020, vin rouge, 75 cl', 'vinaigre de vin', 'Vinaigre de vin rouge'],
  ['he', 'מזרן', 'מזרן אורתופדי זוגי 160X200 קפיצים מבודדים', 'מגן מזרן', 'מגן מזרן'],
  ['hi', 'गद्दा', 'ऑर्थोपेडिक मेमोरी फोम गद्दा क्वीन 6 इंच', 'गद्दे का कवर', 'गद्दे का कवर वाटरप्रूफ'],
  ['hi', 'कुकर', 'क्लासिक प्रेशर कुकर 5 लीटर एल्युमिनियम', 'कुकर की सीटी', 'कुकर की सीटी'],
  ['hr', 'kosilica', 'Robotska kosilica za travu 250 m2, tiha', 'nož kosilica', 'Nož za kosilicu'],
  ['fi', 'kahvinkeitin', 'Kahvinkeitin musta, 1,25 l, ajastin', 'varakannu', 'Varakannu kahvinkeittimeen'],
  ['hu', 'kamera', 'Biztonsági kamera, kültéri, wifi, fehér', 'kamera tartó', 'Tartó kamerához'],
  ['hu', 'porszívó', 'Porzsákos porszívó 600 W, piros, halk', 'szűrő porszívó', 'Szűrő porszívóhoz'],
  ['id', 'gitar', 'Gitar akustik jumbo natural dengan pick', 'tas gitar', 'Tas gitar'],
  ['it', 'ombrellone', 'Ombrellone da giardino 3 x 3 m, ecrù', 'telo ombrellone', 'Telo per ombrellone'],
  ['it', 'pizza', 'Pizza margherita surgelata, 3 x 330 g', 'forno pizza', 'Forno per pizza'],
  ['ja', 'ギター', 'アコースティックギター 初心者セット チューナー付き', 'ギタースタンド', 'ギタースタンド'],
  ['ja', '浴衣', '浴衣 レディース 3点セット 朝顔柄 紺', '浴衣帯', '浴衣帯 半幅帯'],
  ['ko', '압력밥솥', '압력밥솥 10인용 음성안내 로즈골드', '압력밥솥 고무패킹', '압력밥솥 고무패킹'],
  ['lt', 'dviratis', 'Vaikiškas dviratis 16 colių su ratukais, žalias', 'pompa dviračiui', 'Pompa dviračiui'],
  ['lt', 'telefonas', 'Mobilusis telefonas 128 GB, juodas, su krovikliu', 'dėklas telefonas', 'Telefono dėklas'],
  ['nl', 'tent', 'Pop-up tent, 2-persoons, wit met groen', 'grondzeil tent', 'Grondzeil voor tent'],
  ['no', 'sofa', 'Sofa 3-seter i stoff, lysegrå, ben i eik', 'pyntepute sofa', 'Pyntepute til sofa'],
  ['pl', 'rower', 'Rower miejski damski 28" z koszykiem', 'pompka rower', 'Pompka do roweru'],
  ['pl', 'wiertarka', 'Wiertarka udarowa 18 V z ładowarką, walizka', 'statyw wiertarka', 'Statyw do wiertarki'],
  ['pt', 'bicicleta', 'Bicicleta de montanha 29", quadro em alumínio', 'suporte bicicleta', 'Suporte para bicicleta'],
  ['ro', 'cărucior', 'Cărucior copii 3 în 1, cu landou, gri', 'husă cărucior', 'Husă pentru cărucior'],
  ['ru', 'ноутбук', 'Ноутбук игровой 16 ГБ, SSD 512 ГБ, серый', 'подставка ноутбук', 'Подставка для ноутбука'],
  ['ru', 'лыжи', 'Лыжи беговые 190 см с насечкой, взрослые', 'мазь для лыж', 'Мазь для лыж'],
  ['sk', 'husle', 'Husle 3/4 z masívneho javora, antický lak', 'kolofónia husle', 'Kolofónia pre husle'],
  ['sr', 'шатор', 'Šator za 4 osobe sa predvorjem, vodootporan', 'podloga sator', 'Подлога за шатор'],
  ['sv', 'tält', 'Tält för 4 personer med absid, vattentätt', 'golvmatta tält', 'Golvmatta till tält'],
  ['th', 'ทรายแมว', 'ทรายแมวเต้าหู้ กลิ่นชาเขียว 6 ลิตร', 'ที่ตักทรายแมว', 'ที่ตักทรายแมว'],
  ['tr', 'kahve', 'Filtre kahve Kolombiya 500 g', 'kahve fincanı', 'Kahve fincanı'],
  ['tr', 'bebek arabası', 'Çift yönlü bebek arabası lacivert', 'bebek arabası yağmurluğu', 'Bebek arabası yağmurluğu'],
  ['uk', 'коляска', 'Коляска прогулянкова, графіт, з дощовиком', 'чохол на коляску', 'Чохол на коляску'],
  ['vi', 'gạo', 'Gạo thơm Sóc Trăng túi 5kg hạt dài', 'thùng gạo', 'Thùng đựng gạo'],
  ['zh', '古筝', '扬州古筝 初学者考级 21弦 桐木面板', '古筝架子', '古筝架子'],
  ['zh', '洗衣机', '滚筒洗衣机 10公斤 洗烘一体 变频', '洗衣机底座', '洗衣机底座'],
];

/** Language, query, product, accessory. */
const UNFINISHED: readonly (readonly [string, string, string, string])[] = [
  ['de', 'kaff', 'Kaffee gemahlen, kräftig, 500 g', 'Kaffeefilter'],
  ['nl', 'wij', 'Wijn uit Spanje, rood, 75 cl', 'Wijnglazen'],
  ['hu', 'nyomt', 'Nyomtató, tintasugaras, színes', 'Nyomtatópapír'],
  ['es', 'acei', 'Aceite de oliva virgen extra, 5 l', 'Aceitera'],
];

/** Language, query, product, accessory. Both titles have the model or the size that the query has. */
const MODELS: readonly (readonly [string, string, string, string])[] = [
  ['cs', 'matrace 120x60', 'Matrace do dětské postýlky 120x60 kokos pěna', 'Chránič matrace 120x60 nepropustný'],
  ['pt', 'iphone 14', 'iPhone 14 Pro Max 256GB Grafite Seminovo', 'Capa de Silicone iPhone 14'],
];

function shopsOf(): TextsByLanguage {
  const titles: Record<string, Record<string, Texts>> = {};
  for (const [index, [language, , product, , accessory]] of ROWS.entries())
    titles[language] = { ...titles[language], [`product${index}`]: product, [`accessory${index}`]: accessory };
  for (const [index, [language, , product, accessory]] of UNFINISHED.entries())
    titles[language] = { ...titles[language], [`short${index}`]: product, [`a-long${index}`]: accessory };
  for (const [index, [language, , product, accessory]] of MODELS.entries())
    titles[language] = {
      ...titles[language],
      [`model${index}`]: product,
      [`a-model${index}`]: accessory,
    };
  titles.es = {
    ...titles.es,
    brand: { title: 'Kawai Piano Digital 88 Teclas Negro', specifications: { Marca: 'Kawai' } },
    'a-brand': 'Partituras piano fácil',
  };
  return titles;
}

export const ACCESSORIES: Topic = { name: 'accessories', shops: shopsOf(), tests };

function tests(shops: Shops): void {
  const firstIdOf = async (language: string, query: string) => (await shops.ids(language, query))[0];

  test.each(ROWS.map((row, index) => [...row, index] as const))(
    '%s: %s finds %s, and %s finds %s',
    async (language, query, _product, accessoryQuery, _accessory, index) => {
      expect([await firstIdOf(language, query), await firstIdOf(language, accessoryQuery)]).toEqual([
        `product${index}`,
        `accessory${index}`,
      ]);
    },
  );

  test.each(UNFINISHED.map((row, index) => [...row, index] as const))(
    '%s: %s finds %s before %s',
    async (language, query, _product, _accessory, index) => {
      expect(await firstIdOf(language, query)).toBe(`short${index}`);
    },
  );

  test.each(MODELS.map((row, index) => [...row, index] as const))(
    '%s: %s finds %s before %s',
    async (language, query, _product, _accessory, index) => {
      expect(await firstIdOf(language, query)).toBe(`model${index}`);
    },
  );

  test('in Spanish, a brand at the beginning of a title names no product', async () => {
    expect(await firstIdOf('es', 'piano')).toBe('brand');
  });
}
