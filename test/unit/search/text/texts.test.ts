/** Folding, segmentation, units and stemming: the functions that products and queries share. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { PROJECT } from '../../../../dev/project.ts';
import { joinThousands } from '../../../../src/search/text/amounts/thousands.ts';
import { locateAmounts } from '../../../../src/search/text/amounts/units.ts';
import { ANALYZED_LANGUAGES, analyzerOf, languageOf } from '../../../../src/search/text/analyzer.ts';
import { foldText } from '../../../../src/search/text/fold.ts';
import { stopWordsOf } from '../../../../src/search/text/stop-words.ts';
import {
  amountTokensOf,
  locateWords,
  tokenize,
  tokenizeProduct,
  tokenizeQuery,
} from '../../../../src/search/text/tokenize.ts';
import { anyText } from '../../../support/arbitraries/texts.ts';

const grapheme = () => fc.string({ unit: 'grapheme', maxLength: 40, size: 'max' });
const hostile = () => fc.oneof(anyText(), grapheme());

describe('folded text', () => {
  test.each([
    ['Latin without accents', 'Crème BRÛLÉE', 'creme brulee'],
    ['ligatures in plain letters', 'Straße, Œuvre, Łódź, sød', 'strasse, oeuvre, lodz, sod'],
    ['Turkish i in all its forms', 'IŞIK ışık İpek', 'isik isik ipek'],
    ['Greek without accents and final sigma', 'Ασύρματος ΑΣΎΡΜΑΤΟΣ', 'ασυρματοσ ασυρματοσ'],
    ['Arabic without vowels and lines', 'قَمِيص أزرق قـــميص', 'قميص ازرق قميص'],
    ['Arabic with one ي and one ك', 'كرسى کرسی', 'كرسي كرسي'],
    ['Hebrew without points', 'שָׁלוֹם', 'שלום'],
    [
      'Ukrainian without its apostrophe',
      "М'який під'їзд, П’ЄЗО Д'Артаньян О'Коннор",
      "мякий підїзд, пєзо д'артаньян о'коннор",
    ],
    ['Hebrew without the signs within words', `רב״מ צה"ל ג׳ינג'י גִּ'ינס ש''ס`, 'רבמ צהל גינגי גינס שס'],
    ['Hebrew with quotes around words', `"כחול" 'לבן' יח' א-ב`, `"כחול" 'לבן' יח' א-ב`],
    ['Cyrillic with й, without the dots of ё and without stress', 'Чайник ёлка за́мок', 'чайник елка замок'],
    ['Ukrainian and Macedonian letters', 'їжак ќе ѓон', 'їжак ќе ѓон'],
    ['Hindi with its vowel signs', 'दाल दिल दूल', 'दाल दिल दूल'],
    ['Hindi without the dot below, and with one dot above', 'साड़ी साड़ी लहँगा', 'साडी साडी लहंगा'],
    ['Bengali with its dot below, which makes another letter', 'য় য', 'য় য'.normalize()],
    ['a model number in letters that look like Latin ones', 'А54 Α54 М1 ВЕ-12', 'a54 a54 m1 ве-12'],
    ['words and amounts as they are', 'ток 5в 50см 20х30 к-2 щ54', 'ток 5в 50см 20х30 к-2 щ54'],
    ['kana with their marks', 'ガラス カラス ｶﾞﾗｽ', 'ガラス カラス ガラス'],
    ['Thai with its vowels', 'กระเป๋า กำไล ค้ำ', 'กระเป๋า กำไล ค้ำ'],
    [
      'Thai vowels in the order and the letters of the dictionary',
      'ค\u0e33\u0e49 ค\u0e4d\u0e49\u0e32 เเว่นตา',
      'ค้ำ ค้ำ แว่นตา',
    ],
    ['Lao with its vowels', 'ຄ້ຳ', 'ຄ້ຳ'],
    ['Korean in syllables', '가방', '가방'],
    ['ASCII digits in place of others', '١٠٠ مل, ۴۵, १२, ๕๐๐, １２, 𝟙𝟚, 𞥕', '100 مل, 45, 12, 500, 12, 12, 5'],
    ['the number of a diameter', 'Ø32 Ø 40 ⌀50 Øre Bø5', '32 40 ⌀50 ore bo5'],
    ['words without invisible characters', 'Tour\u00adne\u200bvis \ufeff10\u200e क्\u200dष', 'tournevis 10 क्ष'],
    ['a trade mark sign as white space', 'Dremel™ 3000', 'dremel  3000'],
    ['characters that expand to several letters', '㍱ ﬁne ①', 'hpa fine 1'],
  ])('is %s', (_what, text, expected) => {
    expect(foldText(text)).toBe(expected);
  });

  test('has no digits but ASCII ones, whose value is that of the text', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (/\p{Nd}/u.test(character)) expect(foldText(character)).toMatch(/^[0-9]$/);
    }
    const [persian, devanagari] = ['fa-u-nu-arabext', 'hi-u-nu-deva'].map((locale) =>
      (9876543210).toLocaleString(locale, { useGrouping: false }),
    );
    expect([persian, devanagari].map((text = '') => foldText(text))).toEqual(['9876543210', '9876543210']);
  });

  test('does not change when folded again, and is not much longer', () => {
    fc.assert(
      fc.property(hostile(), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(folded.length).toBeLessThanOrEqual(18 * text.length);
      }),
    );
  });
});

describe('tokens', () => {
  test.each([
    ['Chinese', '苹果手机保护壳', ['苹果', '手机', '保护', '壳']],
    ['Japanese', '東京の抹茶セット', ['東京', 'の', '抹茶', 'セット']],
    ['Japanese with a word that the dictionary cuts', 'ヘッドフォンスタンド', ['ヘッドフォン', 'スタンド']],
    ['a long mark within katakana', 'フード付き', ['フード', '付き']],
    ['Thai', 'กระเป๋าหนัง', ['กระเป๋า', 'หนัง']],
    ['Thai with a vowel that has two parts', 'ลำโพงบลูทูธ', ['ลำโพง', 'บลูทูธ']],
    ['Lao', 'ເສື້ອຢືດ', ['ເສື້ອ', 'ຢືດ']],
    ['Burmese', 'အိတ်အသစ်', ['အိတ်', 'အသစ်']],
    ['several scripts', 'iPhone11手机壳', ['iphone11', '手机', '壳']],
    ['Hindi', 'सूती साड़ी', ['सूती', 'साड़ी']],
    ['emoji, which are not words', '❤️ love', ['love']],
    ['Hebrew with signs within words', `סכו״ם, ז'קט`, ['סכום', 'זקט']],
    ['Ukrainian with an apostrophe that is a letter', 'комп’ютер обʼєктив', ['компютер', 'обєктив']],
    ['an apostrophe that is a letter elsewhere', 'дрель ʼпро д’артаньян', ['дрель', 'про', 'д', 'артаньян']],
  ])('of %s', (_what, text, expected) => {
    expect(tokenize(text)).toEqual(expected.map((token) => foldText(token)));
  });

  test('are not empty, and locateWords returns words at their positions in the text', () => {
    fc.assert(
      fc.property(hostile(), (text) => {
        const words = locateWords(text);
        for (const { written, start } of words) expect(text.startsWith(written, start)).toBe(true);
        expect(tokenize(text).every((token) => token !== '')).toBe(true);
      }),
    );
  });
});

describe('the size of a tyre', () => {
  test.each([
    ['tyre 195/65R15 91H', 'tyre 195 65 r15 15 65r15 91h'],
    ['205/55 R16', '205 55 r16 16 55r16'],
    ['225 45 zr 17', '225 45 r17 17 45r17'],
    ['65R15', '65r15'],
    ['AB-195/65R15', 'ab 195 65r15'],
    ['195/65R15X', '195 65r15x'],
    ['1195/65R150', '1195 65r150'],
  ])('%s', (text, expected) => {
    expect(tokenize(text).join(' ')).toBe(expected);
  });
});

describe('units', () => {
  test.each([
    ['6in.', '6 inch'],
    ['6 in. damper', '6 inch damper'],
    ['6-inch damper', '6 inch damper'],
    ['27" monitor', '27 inch monitor'],
    ['12″ x 18″', '12 inch 18 inch'],
    ['12"x18"', '12 inch 18 inch'],
    ["4'x8' plywood", '4 ft 8 ft plywood'],
    ['12x24x1 filter', '12 24 1 filter'],
    ['12 in. x 24 in. x 1 in. filter', '12 inch 24 inch 1 inch filter'],
    ['17x36x12 in. cabinet', '17 36 12 inch cabinet'],
    ['36 in. x18 ft. runner', '36 inch 18 ft runner'],
    ['30 × 40 cm, 20х30 см', '30 40 cm 20 30 cm'],
    ['2x 100 bulbs', '2x 100 bulbs'],
    ['x 5 x', 'x 5 x'],
    [`5'10"`, '5 ft 10 inch'],
    ['1/2in x 3/4 in', '1over2 inch 3over4 inch'],
    ['500 sq. ft.', '500 sq ft'],
    ['500 sqft', '500 sq ft'],
    ['18V', '18 volt'],
    ['18 volts', '18 volt'],
    ['5 a', '5 a'],
    ['5A', '5 amp'],
    ['5-Gallon', '5 gal'],
    ['33 oz.', '33 oz'],
    ['2.4GHz', '2point4 ghz'],
    ['20000mAh', '20000 mah'],
    ['5кг', '5 kg'],
    ['2 литра, 5 литров, 1 litr, 3 litry, 2lt', '2 liter 5 liter 1 liter 3 liter 2 liter'],
    ['55 дюймів, 5 літрів, 10 метрів, 20 сантиметрів', '55 inch 5 liter 10 meter 20 cm'],
    ['100 мілілітрів, 1 міліметр, 2 кілограми, 5 кілограмів', '100 ml 1 mm 2 kg 5 kg'],
    ['5 футів, 12 вольтів, 60 ватів, 18 voltin, 60 wattia', '5 ft 12 volt 60 watt 18 volt 60 watt'],
    ['55 tuuman, 55 tuumaa, 5 litraa, 10 metriä', '55 inch 55 inch 5 liter 10 meter'],
    ['2 kiloa, 500 grammaa, 30 senttimetriä', '2 kg 500 g 30 cm'],
    ['5 desilitraa, 100 millilitraa, 8 millimetriä', '5 desilitraa 100 ml 8 mm'],
    ['50 senttiä, 3 вата', '50 senttia 3 вата'],
    ['5 gr, 5gr, 250 gram, 250 г, 300 граммов', '5 g 5 g 250 g 250 g 300 g'],
    ['8 kg-os, 1200 W-os, 5 l-es, 43"-os, 43 colos, 5000 mAh-s', '8 kg 1200 watt 5 liter 43 inch 43 inch 5000 mah'],
    [
      '500 grammos, 5 literes, 10 méteres, 60 centis, 1200 wattos, 12 voltos',
      '500 g 5 liter 10 meter 60 cm 1200 watt 12 volt',
    ],
    ['28 cm:n, 1 l:n, 28 cm-osprey', '28 cm 1 liter 28 cm osprey'],
    ['5 litrelik, 3 metrelik, 10 kiloluk, 500 gramlık', '5 liter 3 meter 10 kg 500 g'],
    ['gr 5, lit candle, cm', 'gr 5 lit candle cm'],
    [
      '55 inç, 55 cali, 55 дюймов, 55 นิ้ว, 55英寸, 55インチ, 55인치',
      '55 inch 55 inch 55 inch 55 inch 55 inch 55 inch 55 inch',
    ],
    [`330 מ"ל, 40 ס״מ, 8 ממ, 3 מטרים, 5 ליטרים, 7 מ'`, '330 ml 40 cm 8 mm 3 meter 5 liter 7 meter'],
    [`2 ק"ג, 3 קילו, 900 גר', 24 אינץ', 1500 ואט, 12 וולט`, '2 kg 3 kg 900 g 24 inch 1500 watt 12 volt'],
    [`10 יח', 12 יחידות, 128 ג׳יגה`, '10 piece 12 piece 128 gb'],
    ['250 ملي، 330 ملل، 2 ليتر، 3 لترات', '250 ml 330 ml 2 liter 3 liter'],
    ['۲۵۰ میلی‌لیتر، 2 لیتری، ۵۰ گرمی، 30 سانتی متر، ۸ میلی‌متر', '250 ml 2 liter 50 g 30 cm 8 mm'],
    [
      '۴۳ اینچ، 12 ولت، 3 کیلوگرم، ۱۲۸ گیگ، 5000 میلی آمپر ساعت، 6 عددی',
      '43 inch 12 volt 3 kg 128 gb 5000 mah 6 piece',
    ],
    [
      '900 वॉट, 900 वाट, 6 फीट, 64 जीबी, 250 एमएल, 30 सेंटीमीटर, 8 पीस',
      '900 watt 900 watt 6 ft 64 gb 250 ml 30 cm 8 piece',
    ],
    ['2 ม., 3 โล, 12 ชิ้น, 250 ซีซี', '2 meter 3 kg 12 piece 250 ml'],
    ['12 buah, 250 gam, 6 chiếc', '12 piece 250 g 6 piece'],
    ['32 انش، 90 سنتيمتر، 5 ملم، 3 م، 6 أمتار', '32 inch 90 cm 5 mm 3 meter 6 meter'],
    ['4 كلغ، 750 غ، 18 فولط، 900 وات', '4 kg 750 g 18 volt 900 watt'],
    ['20 حبة، 6 قطع، 64 جيجا، 128 غيغابايت', '20 piece 6 piece 64 gb 128 gb'],
    ['15센치, 3키로, 256기가, 10개, 12개입, 3개월', '15 cm 3 kg 256 gb 10 piece 12 piece 3개월'],
    ['2700 Kelvin, 800 lm, 800 люмен, 12 ga', '2700 k 800 lumen 800 lumen 12 gauge'],
    ['45 dB, 45dB(A), 45 decibels, 45 Dezibel, 45 дБ, 45分贝', '45 db 45 db a 45 db 45 db 45 db 45 db'],
    ['45 décibels, 45 decibéis, 45 decibelů, 45 decybeli, 45 desibeliä', '45 db 45 db 45 db 45 db 45 db'],
    ['100% Baumwolle, 5 Prozent, 5 por ciento', '100 percent baumwolle 5 percent 5 percent'],
    ['60 Вт, 220В, 90 л.с., 5 л с крышкой', '60 watt 220 volt 90 hp 5 liter с крышкой'],
    ['咖啡豆500g装', '咖啡豆 500 g 装'],
    ['55英寸电视, 1.5米床', '55 inch 电视 1point5 meter 床'],
    ['2升降桌, 10米粉, 3克拉', '2 升降 桌 10 米粉 3 克拉'],
    ['天然水500ml24本', '天然 水 500 ml 24 本'],
    ['相机a7m3, m8x40螺丝', '相机 a7m3 m8 40 螺丝'],
    ['กระทะ28ซม.พร้อมฝา', 'กระทะ 28 cm พร้อม ฝา'],
    ['2 in 1 laptop', '2 in 1 laptop'],
    ['2-in-1', '2 in 1'],
    ['5g', '5g'],
    ['250g', '250 g'],
    ['4.8g, 1,5g', '4point8 g 1point5 g'],
    ['1920x1080', '1920 1080'],
    ['iphone11 usb3 1080p', 'iphone11 usb3 1080p'],
    ["kids' 10’s", 'kids 10 s'],
    ['in', 'in'],
  ])('%s is %s', (text, expected) => {
    expect(tokenizeQuery(text).join(' ')).toBe(expected);
  });

  test.each([
    ['Power Bank 10,000mAh', 'power bank 10000 mah'],
    ['Powerbank 10.000 mAh', 'powerbank 10000 mah'],
    ["Powerbank 10'000 mAh, 10’050mAh", 'powerbank 10000 mah 10050 mah'],
    ['Batterie 10 000 mAh, 22\u202f000\u00a0mAh', 'batterie 10000 mah 22000 mah'],
    ['12,200W toaster, 1,500-Watt heater', '12200 watt toaster 1500 watt heater'],
    ['1.200 W, 7.500 BTU', '1200 w 7500 btu'],
    ['1,250,000 lumens', '1250000 lumen'],
    ['toner (3,000 pages), 1,000,000 pages', 'toner 3000 pages 1000000 pages'],
    ["Toner für 20 000 Seiten, 1'000 Stück", 'toner fur 20000 seiten 1000 piece'],
    ['vitamin C 1,000 mg', 'vitamin c 1000 mg'],
    ['D3 5,000 IU, Витамин 10 000 МЕ', 'd3 5000 iu витамин 10000 ме'],
    ['15,000-20,000-Watt', '15 000 20000 watt'],
  ])('%s has thousands: %s', (text, expected) => {
    expect(tokenizeQuery(text).join(' ')).toBe(expected);
  });

  test.each([
    // Decimals, of either notation.
    ['trim 1.125 in. x 81.625 in.', 'trim 1 125 inch 81 625 inch'],
    ['1,125 Zoll, 1,000 kg, 2,500 m', '1 125 inch 1 000 kg 2 500 m'],
    ['3.500 mm, 1.000 l', '3 500 mm 1 000 l'],
    ['Weight: 1.000 Pounds', 'weight 1 000 lb'],
    ['0,500 W', '0point500 w'],
    // Lists.
    ['rates: 10,100,1000', 'rates 10 100 1000'],
    ['10,100', '10 100'],
    ['120,240 Hz', '120 240 hz'],
    ['720,640 x 480,800 x 600', '720 640 480 800 600'],
    ['30,50,100 ml', '30 50 100 ml'],
    ['for HP 300,301 printers', 'for hp 300 301 printers'],
    // Two numbers.
    ['PlayStation 4 500 GB', 'playstation 4 500 gb'],
    ['pack of 2 250 W bulbs', 'pack of 2 250 w bulbs'],
    // Versions, part numbers and times.
    ['4101.301.002 chrome', '4101 301 002 chrome'],
    ['v2.000.100 beta', 'v2 000 100 beta'],
    ['AB1,000 watt', 'ab1 000 watt'],
    ['1.5,000 watt, 10,000.5 watt, 10,0000 watt', '1 5 000 watt 10 000 5 watt 10point0000 watt'],
    ['10,000', '10 000'],
  ])('%s has no thousands: %s', (text, expected) => {
    expect(joinThousands(text)).toBe(text);
    expect(tokenizeQuery(text).join(' ')).toBe(expected);
  });

  test.each([
    ['USB 3.0', 'usb 3 3point0', 'usb 3point0'],
    ['Ø32mm 20m² 3x1,5mm2', '32 mm 20 m2 3 1point50 1 1point5 mm2', '32 mm 20 m2 3 1point5 mm2'],
    ["27´´ 6er 1er 1'250 g", '27 inch 6 piece 1er 1 1250 g', '27 inch 6 piece 1er 1250 g'],
    [
      '1.1/4" 100st 21st 50mtr 2 duim',
      '1 1point25 inch 100 piece 21st 50 m meter 2 inch',
      '1point25 inch 100 piece 21st 50 meter 2 inch',
    ],
    ['1,5L, 0.25 ml', '1point50 1 1point5 l liter 0 0point25 ml', '1point5 liter 0point25 ml'],
    ['19.75x21.50', '19 19point75 21 21point50', '19point75 21point50'],
    ['iPhone 7/8', 'iphone 7 8 7over8', 'iphone 7over8'],
    ['1-1/2 in.', '1 1point5 inch', '1point5 inch'],
    ['2 3/4 in.', '2 3 4 3over4 2point75 inch', '2point75 inch'],
    ['½", 1½ in', '1 2 1over2 inch 1 1 2 1over2 1point5 inch', '1over2 inch 1point5 inch'],
    ['3-1/4"x1-1/8"', '3 3point25 inch 1 1point125 inch', '3point25 inch 1point125 inch'],
    ['WM 623 9/16', 'wm 623 9 16 9over16', 'wm 623 9over16'],
    ['1-2/3, 1-4/8', '1 2 3 2over3 1 4 8 4over8', '1 2over3 1 4over8'],
    ['٢٫٥ سم', '2point50 2 2point5 cm', '2point5 cm'],
    ['2,40 m, v. 1.10', '2point4 2 2point40 m meter v 1 1point10', '2point40 m v 1point10'],
    ['1,250 kg 0,250 kg', '1 250 kg 0point25 0 0point250 kg', '1 250 kg 0point250 kg'],
    ['0.125', '0 0point125', '0point125'],
    ['.5 mm lead, (.22)', '0point50 0 0point5 mm lead 0 0point22', '0point5 mm lead 0point22'],
    [
      '.5mm .250 in. ٫5',
      '0point50 0 0point5 mm 0point25 0 0point250 inch 0 0point5',
      '0point5 mm 0point250 inch 0point5',
    ],
    ['.25x.5 in., 2 x .75', '0 0point25 0point50 0 0point5 inch 2 0 0point75', '0point25 0point5 inch 2 0point75'],
  ])('%s has decimals or fractions: %s, and as a query %s', (text, expected, ofQuery) => {
    expect(tokenize(text).join(' ')).toBe(expected);
    expect(tokenizeQuery(text).join(' ')).toBe(ofQuery);
  });

  test.each([
    ['no.5', 'no 5'],
    ['...5', '5'],
    ['v1 -.5', 'v1 5'],
    ['.1.2.3', '1 2 3'],
    ['a .net', 'a net'],
  ])('%s has no leading point of a decimal', (text, expected) => {
    expect(tokenize(text).join(' ')).toBe(expected);
    expect(tokenizeQuery(text).join(' ')).toBe(expected);
  });

  test.each(['10/100/1000', '1.2.3', '24.12.2026', '1.125', '10,100', '3.0/2.0', 'v1.5', '1.5x', '10, 5'])(
    '%s has no decimal',
    (text) => {
      expect(tokenize(text)).toEqual(text.match(/[a-z0-9]+/g));
      expect(tokenizeQuery(text)).toEqual(tokenize(text));
    },
  );

  test.each([
    ['60W, 60 W, 60-W-Lampe', '60 w watt 60 w watt 60 w watt lampe'],
    ['2 l, 3 liters', '2 l liter 3 l liter'],
    ['5 a day, 12 V', '5 a amp day 12 v volt'],
    ['2 m x 3 m', '2 m meter 3 m meter'],
    ["8 l'eau, 9 mm, x m", '8 l eau 9 mm x m'],
    ['7м, 220в, 2 в 1', '7 m meter 220 в volt 2 в 1'],
  ])('%s has units of one letter as products: %s', (text, expected) => {
    expect(tokenize(text).join(' ')).toBe(expected);
  });

  test('of thousands are the last groups of their numbers', () => {
    expect(tokenize('10,000mAh')).toEqual(['10', '10000', 'mah']);
    expect(tokenize("1'000'000 lumens")).toEqual(['1', '000', '1000000', 'lumen']);
    expect(amountTokensOf([tokenizeProduct('Lamp of 1,000 lumens')])).toEqual(['1000', 'lumen']);
  });

  test.each(['½', '1/', '1.', '1,5/'])('of a long row of numbers take time in proportion to its length: %s', (part) => {
    const row = part.repeat(100_000);
    const startMs = performance.now();
    expect(tokenizeProduct(row).tokens.length).toBeGreaterThan(0);
    expect(tokenizeQuery(row).length).toBeGreaterThan(0);
    expect(locateAmounts(row)).toEqual([]);
    // Takes less than a second, and with quadratic work some minutes.
    expect(performance.now() - startMs).toBeLessThan(60_000);
  });

  test('give further tokens if no text has them as words', () => {
    expect(amountTokensOf([tokenizeProduct('Drill 18V')])).toEqual(['18', 'v', 'volt']);
    expect(amountTokensOf([tokenizeProduct('Damper 6 inch')])).toEqual([]);
  });

  test('are located in order and inside any text', () => {
    const amount = fc.constantFrom('6in', '5 "', '12"x', "7'", '18v', ' ', '-', 'x', '2', 'ß');
    fc.assert(
      fc.property(
        fc.oneof(
          hostile(),
          fc.array(amount).map((parts) => parts.join('')),
        ),
        (text) => {
          let last = 0;
          for (const { start, end } of locateAmounts(text)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});

/** The words of all tables of the stemmers, in each form. */
async function wordsOfTables(): Promise<string[]> {
  const folder = join(PROJECT, 'src/search/text/stemmers');
  const sources = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  const tables = sources.flatMap((source) => [...source.matchAll(/irregularForms\(\s*[`'](.+?)[`']/gs)]);
  return tables.flatMap(([, groups = '']) =>
    foldText(groups)
      .trim()
      .split(/[\s/]+/),
  );
}

describe('an analyzer', () => {
  test('does not stem identifiers, nor words of a language without a stemmer', () => {
    expect(['boty', 'bota'].map(analyzerOf('vi').stem)).toEqual(['boty', 'bota']);
    expect(analyzerOf('xx').stem('laptops')).toBe('laptops');
    expect(analyzerOf('en').stem('drl18s')).toBe('drl18s');
  });

  test('says with which other letters a stem may begin', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const latin = letters.flatMap((one) => letters.flatMap((other) => [`${one}${other}rnakan`, `${one}e${other}asih`]));
    const words = [...latin, ...(await wordsOfTables()), 'мајица', 'القميص', 'הקומקום', '썬크림', 'お茶', '電熱水壺'];
    const isAscii = (letter: string) => letter < '\u0080';
    const unexpected = [...ANALYZED_LANGUAGES].map(analyzerOf).flatMap(({ language, stem, otherInitials }) =>
      words
        .filter((word) => {
          const initials = [word.charAt(0), stem(word).charAt(0)];
          if (initials[0] === initials[1] || !initials.some(isAscii) || otherInitials === null) return false;
          return !otherInitials.some((pair) => initials.every((initial) => pair.includes(initial)));
        })
        .map((word) => [language, word]),
    );
    expect(unexpected).toEqual([]);
  });

  test('has the stop words of its language only', () => {
    const stops = (language: string, words: string) => words.split(' ').filter(analyzerOf(language).isStopWord);
    expect(stops('fr', 'bague or de la')).toEqual(['de', 'la']);
    expect(stops('en', 'die cast on or')).toEqual(['on', 'or']);
    expect(stops('de', 'für die kueche').length).toBe(1);
    expect(stopWordsOf('de').has('fur')).toBe(true);
  });

  test('gives a stem for any token', () => {
    const languages = fc.constantFrom(...ANALYZED_LANGUAGES, 'xx');
    fc.assert(
      fc.property(languages, hostile(), (language, text) => {
        const { stem } = analyzerOf(language);
        for (const token of tokenize(text)) expect(stem(token)).toMatch(/^[^\s:|]+$/u);
      }),
    );
  });

  test.each([
    ['pt-BR', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['nb', 'no'],
    ['nob', 'no'],
    ['iw', 'he'],
    ['in', 'id'],
    ['deu', 'de'],
    ['fra-CA', 'fr'],
    ['mo', 'ro'],
    ['sh', 'sr'],
    ['pt_BR', 'pt'],
    ['xx', 'xx'],
    ['EN', 'en'],
    ['deutsch', null],
    ['', null],
  ])('of the tag %s is that of the language %s', (tag, expected) => {
    expect(languageOf(tag)).toBe(expected);
  });
});
