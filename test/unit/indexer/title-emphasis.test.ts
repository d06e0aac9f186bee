/** Which words of a title count more, because they name the product, and which count less. */
import fc from 'fast-check';
import { brandWordsOf } from '../../../indexer/documents/brands.ts';
import { titleEmphasis } from '../../../indexer/documents/title-emphasis.ts';
import { weighTerms } from '../../../src/search/index/term-weights.ts';
import { ANALYZED_LANGUAGES, analyzerOf } from '../../../src/search/text/analyzer.ts';
import { tokenize, tokenizeProduct } from '../../../src/search/text/tokenize.ts';
import { anyText } from '../../support/arbitraries/texts.ts';
import { ENGLISH } from '../../support/english.ts';
import { NO_WORDS } from '../search/no-words.ts';

const emphasisOf = (language: string, title: string) => [
  ...titleEmphasis(tokenizeProduct(title), analyzerOf(language), new Set()),
];
/** The words that count more, and those that count less. */
function wordsOf(language: string, title: string) {
  const emphasis = emphasisOf(language, title);
  const those = (fits: (factor: number) => boolean) =>
    emphasis
      .filter(([, factor]) => fits(factor))
      .map(([word]) => word)
      .join(' ');
  return { more: those((factor) => factor > 1), less: those((factor) => factor < 1) };
}

test.each([
  ['Laptop bag', 'bag'],
  ['Coffee cup with a saucer', 'cup'],
  ['Case for iPhone 11', 'case'],
  ['Watch strap compatible with Apple Watch', 'strap'],
  ['Tyre pump suitable for cars', 'pump'],
  ['Set of 4 mugs', 'mugs'],
  ['Cordless drill kit', 'drill'],
  ['Desk lamp, black', 'lamp'],
  ['Desk lamp black', 'lamp'],
  ['Waterproof dog coat red large', 'coat'],
  ['Nitrile gloves size XL (100 count)', 'gloves'],
  ['Acme FX506 notebook Gray 39.6 cm (15.6") 16 GB', 'notebook'],
  ['Tractor blade set for lawn mowers', 'blade'],
  ['6 in. damper', 'damper'],
  ['Tile 12 in x 24 in', 'tile'],
  ['Shampoo 2 in 1, 250 ml', 'shampoo'],
  ['Kettle 1.5 l', 'kettle'],
  ['LED 60 W bulb', 'bulb'],
  ['Lid w/ handle', 'lid'],
  ['All-in-one printer', 'printer'],
  ['Men’s T-shirt - red', 'shirt'],
  ['Crème brûlée torch (butane)', 'torch'],
  ['Rose, Tree & Shrub Compost 50 L', 'compost'],
  ['Phone, Tablet, Laptop and TV Stand', 'stand'],
  ['Drum kit, sticks and bag', 'drum'],
  ['Black', ''],
  ['4 x 6', ''],
  ['', ''],
])('in English, the last word of the first phrase, and no word less: %s: %s', (title, more) => {
  expect(wordsOf('en', title)).toEqual({ more, less: '' });
});

test.each([
  ['es', 'Yamaha P-145 Piano Digital', 'Marca: Yamaha', 'piano'],
  ['fr', 'Black & Decker Perceuse à percussion', 'MARQUE: Black & Decker', 'perceuse'],
  ['it', 'Bialetti caffettiera', 'Colore: Bialetti', 'bialetti'],
  ['es', 'Yamaha', 'Marca: Yamaha', ''],
  ['hr', 'Miele perilica rublja', 'Proizvođač: Miele', 'perilica'],
  ['sr', 'Тефал тигањ 26 cm', 'Бренд: Тефал', 'тигањ'],
  ['en', 'Laptop stand Acme', 'Brand: Acme', 'stand'],
])('%s: the brand is no head: %s, %s: %s', (language, title, specification, head) => {
  const emphasis = titleEmphasis(tokenizeProduct(title), analyzerOf(language), brandWordsOf([specification]));
  expect([...emphasis].flatMap(([word, factor]) => (factor > 1 ? word : [])).join()).toBe(head);
});

test.each([
  ['fr', 'Housse pour ordinateur portable, noire', 'housse', 'ordinateur portable'],
  ['fr', 'Lot de 6 tasses à café', 'tasses', 'cafe'],
  ['fr', 'Bouilloire 1,5 l électrique', 'bouilloire', ''],
  ['pl', 'Odkurzacz 2 w 1 pionowy', 'odkurzacz', ''],
  ['fr', "Pied d'appareil photo", 'pied', 'appareil photo'],
  ['es', 'Funda para portátil (con bolsillo exterior)', 'funda', 'portatil bolsillo exterior'],
  ['ru', 'Чехол для телефона', 'чехол', 'телефона'],
  ['ru', 'Samsung Galaxy чехол прозрачный', 'чехол', ''],
  ['th', 'YONEX ไม้แบดมินตัน', 'ไม้', ''],
  ['ar', 'حقيبة للابتوب', 'حقيبة', 'للابتوب'],
  ['de', 'Tasche für Laptop, wasserdicht', '', 'laptop'],
  ['tr', 'Gri laptop çantası 15 inç', 'cantasi', 'laptop inc'],
  ['tr', 'Laptop için çanta', 'canta', 'laptop'],
  ['tr', 'Tencere seti 7 parça', 'tencere', 'parca'],
  ['fi', 'Polkupyörän pumppu', '', 'polkupyoran'],
  ['fi', 'Varakannu kahvinkeittimeen', '', 'kahvinkeittimeen'],
  ['fi', 'Kahvinkeitin musta', '', ''],
  ['fi', 'Lautanen valkoinen 26 cm', '', ''],
  ['fi', 'Nalle 30 cm', '', ''],
  ['hu', 'Szűrő porszívóhoz', '', 'porszivohoz'],
  ['hu', 'Fotel, asztal, kamera, óra', '', ''],
  ['hu', 'Fürdőszoba szőnyeg', '', ''],
  ['hu', 'Fali tartó telefonra, fedővel, üveggel és késsel', '', 'telefonra fedovel uveggel kessel'],
  ['hu', 'Tartó autóba, táskára', '', 'autoba taskara'],
  ['hi', 'सूती चादर पीली भूरी', 'चादर', ''],
  ['hi', 'लैपटॉप के लिए बैग', 'बैग', 'लैपटॉप के'],
  ['ur', 'لیپ ٹاپ کے لیے بیگ', 'بيگ', 'ليپ ٹاپ كے'],
  ['ko', '노트북 가방 15인치 방수', '가방', '방수'],
  ['zh', '笔记本电脑包 15寸', '包 寸', ''],
  ['ja', 'ギタースタンド 折りたたみ式', 'スタンド 式', ''],
  ['lt', 'Krepšys kompiuteriui', '', 'kompiuteriui'],
  ['lt', 'Telefono dėklas su dirželiu', '', 'telefono dirzeliu'],
  ['lt', 'Žaislas vaikams nuo 3 metų', '', 'vaikams 3 metu'],
  ['lt', 'Nagų lakas raudonas', '', 'nagu'],
  ['lt', 'Žieminė striukė, radijas, peilis', '', ''],
  ['ga', 'Mála leathair', '', ''],
])('%s: %s: %s more, %s less', (language, title, more, less) => {
  expect(wordsOf(language, title)).toEqual({ more, less });
});

test('only words of the title have factors, whatever it is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ANALYZED_LANGUAGES), anyText(), (language, title) => {
      const { written } = tokenizeProduct(title);
      for (const [word, factor] of emphasisOf(language, title)) {
        expect(written).toContain(word);
        expect(factor).toBeGreaterThan(0);
      }
    }),
  );
});

test('a word that names the product weighs more than the other words of the title', () => {
  const weigh = (title: string) => {
    const emphasis = titleEmphasis(tokenizeProduct(title), ENGLISH, new Set());
    const terms = weighTerms({ ...NO_WORDS, title: tokenize(title) }, ENGLISH, emphasis);
    return Object.fromEntries(terms.map(({ stem, weight }) => [stem, weight]));
  };
  expect(weigh('Laptop bag').laptop).toBeLessThan(weigh('Laptop bag').bag ?? 0);
  expect(weigh('Laptop with a bag').laptop).toBeGreaterThan(weigh('Laptop bag').laptop ?? 0);
});
