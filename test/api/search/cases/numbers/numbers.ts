/** Numbers and amounts: digits of any script, thousands, decimals, fractions and units. What queries find. */
import { markedIn, type Shops, type Topic } from '../support/topics.ts';

/** Products by id; other fields are empty, so that nothing is found by chance. */
const TITLES: Readonly<Record<string, string>> = {
  arabic: 'عطر للرجال ١٠٠ مل',
  arabic50: 'عطر للرجال ٥٠ مل',
  latin: 'عطر نسائي 200 مل',
  persian: 'شامپو ۴۰۰ گرم',
  persian2: 'شامپو ۹۰۰ گرم',
  hindi: 'अरहर दाल १२ किलो',
  hindi2: 'अरहर दाल १५ किलो',
  thai: 'ขวดน้ำ ๕๐๐ มล',
  thai2: 'ขวดน้ำ ๗๕๐ มล',
  units: 'Фильтр १२ mm',
  board: 'Board ٤x٢',
  watch: 'ساعة AB-٤٥٠٠/X',
  comma: 'Power bank 10,000mAh',
  plain: 'Charger 20000mAh',
  dot: 'Powerpack 15.000 mAh, schwarz',
  space: 'Batterie externe 5 000 mAh',
  toner: 'Toner for 3,000 pages',
  lamp: 'Lamp of 1,250 lumens',
  bottle15: 'Trinkflasche 1,5L',
  bottle05: 'Trinkflasche 0.5L, Pack of 1',
  bottle5: 'Trinkflasche 5L',
  usb3: 'Cable USB 3.0',
  usb2: 'Cable USB 2.0, 3 m',
  case: 'Cover for iPhone 7/8',
  half: 'Elbow ½ in.',
  onehalf: 'Elbow 1-1/2 in.',
  quarter: 'Elbow 2-1/4 in.',
  two: 'Elbow 2 in. x 1 ft.',
  filter: 'Grate 12x17.5',
  lamp60: 'Leuchte 60 W weiss',
  lamp40: 'Leuchte 40W weiss',
  lamp7: 'Leuchte 7 Watt weiss',
  cable10: 'Kabel 10 m lang',
  cable5: 'Kabel 5m lang',
  cable7: 'Кабель 7 м',
  cable8: 'Кабель 8м',
  jug1: 'Kanne 1,5 l Glas',
  jug2: 'Kanne 2L Glas',
  supply12: 'Netzteil 12 V 2 A',
  supply24: 'Netzteil 24V 3A',
  trim: 'Oak trim 1.125 in. wide',
  flour: 'Mehl 1,125 kg',
  hub: 'Hub, rates: 10,100',
  lead05: 'Pencil refill .5 mm',
  lead07: 'Pencil refill 0.7 mm',
  rod240: 'Wędka Shimano 2,40 m',
  rod27: 'Wędka Feeder 2.7m',
  sheet: 'Blech verzinkt 2.50 mm',
  sheets160: 'Bettwäsche 160x200 cm blau',
  sheets140: 'Bettwäsche 140/200 cm blau',
  sheets180: 'Bettwäsche 180 x 220 cm blau',
  firmware: 'Update for router, version 1.10',
  screw30: 'M8-1.25 x 30mm hex cap',
  screw50: 'M8-1.25 x 50mm hex cap',
  screwcoarse: 'M10-1.5 x 50mm hex cap',
  drops: 'Drops of 5,000 IU strong',
  d3: 'Vitamin D3 gums',
  dashed3: 'Vitamin D-3 pills',
  b12: 'Vitamin B12 pills',
};

export const NUMBERS: Topic = { name: 'numbers', shops: { en: TITLES }, tests };

function tests(shops: Shops): void {
  /** What a query finds, and the highlighted parts of the first product's title. */
  async function found(query: string) {
    const { meta, data } = await shops.page('en', { query, highlight: true });
    const [first] = data;
    const marked = markedIn(first?.search.results[0]);
    return { id: first?.product.id, total: meta.total, isRelaxed: meta.isRelaxed, marked };
  }

  describe('the digits of any script are the same', () => {
    test.each<[string, string, readonly string[]]>([
      ['عطر 100 مل', 'arabic', ['عطر', '١٠٠ مل']],
      ['عطر ۱۰۰ مل', 'arabic', ['عطر', '١٠٠ مل']],
      ['عطر ٢٠٠ مل', 'latin', ['عطر', '200 مل']],
      ['شامپو 400', 'persian', ['شامپو', '۴۰۰']],
      ['दाल 12 किलो', 'hindi', ['दाल', '१२ किलो']],
      ['ขวดน้ำ 500', 'thai', ['ขวดน้ำ', '๕๐๐']],
      ['фильтр 12mm', 'units', ['Фильтр', '१२ mm']],
      ['board 4 x 2', 'board', ['Board', '٤', '٢']],
      ['ab4500x', 'watch', ['AB-٤٥٠٠/X']],
      ['AB-٤٥٠٠/X', 'watch', ['AB-٤٥٠٠/X']],
      ['"١٠٠ مل"', 'arabic', ['١٠٠ مل']],
      ['"200 مل"', 'latin', ['200 مل']],
      ['"٢٠٠ مل"', 'latin', ['200 مل']],
    ])('%s', async (query, id, marked) => {
      expect(await found(query)).toEqual({ id, total: 1, isRelaxed: false, marked });
    });
  });

  describe('separators of thousands', () => {
    test.each<[string, string, readonly string[]]>([
      ['power bank 10000mah', 'comma', ['Power', 'bank', '10,000mAh']],
      ['power bank 10000 mah', 'comma', ['Power', 'bank', '10,000mAh']],
      ['power bank 10.000 mAh', 'comma', ['Power', 'bank', '10,000mAh']],
      ['power bank 10 000 mah', 'comma', ['Power', 'bank', '10,000mAh']],
      ['power bank 10,000', 'comma', ['Power', 'bank', '10,000mAh']],
      ['power bank 10000', 'comma', ['Power', 'bank', '10,000mAh']],
      ['"10,000mah"', 'comma', ['10,000mAh']],
      ['charger 20,000 mah', 'plain', ['Charger', '20000mAh']],
      ['powerpack 15000mah', 'dot', ['Powerpack', '15.000 mAh']],
      ['batterie 5000mah', 'space', ['Batterie', '5 000', 'mAh']],
      ['batterie 5 000', 'space', ['Batterie', '5', '000']],
      ['toner 3000 pages', 'toner', ['Toner', '3,000', 'pages']],
      ['toner 3.000 pages', 'toner', ['Toner', '3,000', 'pages']],
      ['lamp 1250', 'lamp', ['Lamp', '1,250']],
      ['trim 1.125', 'trim', ['trim', '1.125']],
      ['trim 1,125 in', 'trim', ['trim', '1.125 in.']],
      ['mehl 1.125kg', 'flour', ['Mehl', '1,125 kg']],
      ['hub 100', 'hub', ['Hub', '100']],
      ['drops 5000 iu', 'drops', ['Drops', '5,000', 'IU']],
    ])('%s', async (query, id, marked) => {
      expect(await found(query)).toEqual({ id, total: 1, isRelaxed: false, marked });
    });
  });

  describe('units of one letter, with and without a space', () => {
    test.each<[string, string, readonly string[]]>([
      ['leuchte 60w weiss', 'lamp60', ['Leuchte', '60 W', 'weiss']],
      ['leuchte 60 w weiss', 'lamp60', ['Leuchte', '60 W', 'weiss']],
      ['leuchte 60 watt weiss', 'lamp60', ['Leuchte', '60 W', 'weiss']],
      ['leuchte 40 w weiss', 'lamp40', ['Leuchte', '40W', 'weiss']],
      ['leuchte 40 wat', 'lamp40', ['Leuchte', '40']],
      ['leuchte 60 wat', 'lamp60', ['Leuchte', '60']],
      ['leuchte 7 w weiss', 'lamp7', ['Leuchte', '7 Watt', 'weiss']],
      ['leuchte 7w', 'lamp7', ['Leuchte', '7 Watt']],
      ['kabel 10m lang', 'cable10', ['Kabel', '10 m', 'lang']],
      ['kabel 10m', 'cable10', ['Kabel', '10 m']],
      ['kabel 5 m lang', 'cable5', ['Kabel', '5m', 'lang']],
      ['кабель 7м', 'cable7', ['Кабель', '7 м']],
      ['кабель 8 м', 'cable8', ['Кабель', '8м']],
      ['kanne 1,5l glas', 'jug1', ['Kanne', '1,5 l', 'Glas']],
      ['kanne 2 l glas', 'jug2', ['Kanne', '2L', 'Glas']],
      ['netzteil 12v 2a', 'supply12', ['Netzteil', '12 V', '2 A']],
      ['netzteil 24 v 3 a', 'supply24', ['Netzteil', '24V', '3A']],
    ])('%s', async (query, id, marked) => {
      expect(await found(query)).toEqual({ id, total: 1, isRelaxed: false, marked });
    });
  });

  describe('decimals and fractions', () => {
    test.each<[string, string, readonly string[]]>([
      ['trinkflasche 1.5l', 'bottle15', ['Trinkflasche', '1,5L']],
      ['trinkflasche 1,5 liter', 'bottle15', ['Trinkflasche', '1,5L']],
      ['trinkflasche 0,5 liter', 'bottle05', ['Trinkflasche', '0.5L']],
      ['cable usb 3.0', 'usb3', ['Cable', 'USB', '3.0']],
      ['usb 2,0 cable', 'usb2', ['Cable', 'USB', '2.0']],
      ['"usb 3.0"', 'usb3', ['USB 3.0']],
      ['iphone 8 cover', 'case', ['Cover', 'iPhone', '8']],
      ['iphone 7/8 cover', 'case', ['Cover', 'iPhone', '7/8']],
      ['grate 17.5', 'filter', ['Grate', '17.5']],
      ['elbow 1/2 inch', 'half', ['Elbow', '½']],
      ['elbow 1 1/2 inch', 'onehalf', ['Elbow', '1-1/2 in.']],
      ['elbow 1-1/2', 'onehalf', ['Elbow', '1-1/2']],
      ['elbow 1.5"', 'onehalf', ['Elbow', '1-1/2 in.']],
      ['2 1/4 elbow', 'quarter', ['Elbow', '2-1/4']],
      ['refill 0.5 mm', 'lead05', ['refill', '.5', 'mm']],
      ['.5 mm refill', 'lead05', ['refill', '.5', 'mm']],
      ['wędka 2,4 m', 'rod240', ['Wędka', '2,40 m']],
      ['wędka 2.4m', 'rod240', ['Wędka', '2,40 m']],
      ['wędka 2,40 m', 'rod240', ['Wędka', '2,40 m']],
      ['wędka 2,40', 'rod240', ['Wędka', '2,40']],
      ['wędka 2,70 m', 'rod27', ['Wędka', '2.7m']],
      ['trinkflasche 0,50 l', 'bottle05', ['Trinkflasche', '0.5L']],
      ['blech 2,5mm', 'sheet', ['Blech', '2.50 mm']],
      ['router 1.10', 'firmware', ['router', '1.10']],
    ])('%s', async (query, id, marked) => {
      expect(await found(query)).toEqual({ id, total: 1, isRelaxed: false, marked });
    });

    test('zeros at the end of a version count', async () => {
      expect(await found('1.1 update')).toMatchObject({ isRelaxed: true });
    });

    // The engine also finds the digits of a decimal in the product's texts. These products come later.
    test.each([
      ['trinkflasche 5 liter', 'bottle5'],
      ['elbow 2 in', 'two'],
    ])('%s finds %s first', async (query, id) => {
      expect(await found(query)).toMatchObject({ id, isRelaxed: false });
    });
  });

  describe('dimensions, with a slash or an x', () => {
    test.each<[string, string, readonly string[]]>([
      ['bettwäsche 160/200', 'sheets160', ['Bettwäsche', '160', '200']],
      ['bettwäsche 160/200 cm', 'sheets160', ['Bettwäsche', '160', '200 cm']],
      ['160/200', 'sheets160', ['160', '200']],
      ['bettwäsche 180/220', 'sheets180', ['Bettwäsche', '180', '220']],
      ['bettwäsche 140x200', 'sheets140', ['Bettwäsche', '140/200']],
      ['bettwäsche 140/200', 'sheets140', ['Bettwäsche', '140/200']],
    ])('%s', async (query, id, marked) => {
      expect(await found(query)).toEqual({ id, total: 1, isRelaxed: false, marked });
    });
  });

  describe('a metric thread with its length or pitch is no identifier', () => {
    test.each<[string, string, readonly string[]]>([
      ['m8x50', 'screw50', ['M8', '50mm']],
      ['m8 x 50', 'screw50', ['M8', '50mm']],
      ['M8×50', 'screw50', ['M8', '50mm']],
      ['m8x50mm hex', 'screw50', ['M8', '50mm', 'hex']],
      ['m10x1.5', 'screwcoarse', ['M10', '1.5']],
      ['m10 x 1.5', 'screwcoarse', ['M10', '1.5']],
      ['M8 x 1.25 x 30', 'screw30', ['M8', '1.25', '30mm']],
    ])('%s', async (query, id, marked) => {
      expect(await found(query)).toEqual({ id, total: 1, isRelaxed: false, marked });
    });
  });

  describe('a letter and a number, with and without a hyphen, where the shop has both', () => {
    test.each(['vitamin d3', 'd3'])('%s finds both', async (query) => {
      const { meta, data } = await shops.page('en', { query });
      const ids = data.map(({ product: { id } }) => id);
      expect([meta.total, ids.slice(0, 2).toSorted()]).toEqual([2, ['d3', 'dashed3']]);
    });

    test.each<[string, string, readonly string[]]>([
      ['vitamin d3 pills', 'dashed3', ['Vitamin', 'D-3', 'pills']],
      ['vitamin d-3 pills', 'dashed3', ['Vitamin', 'D', '3', 'pills']],
      ['vitamin d3 gums', 'd3', ['Vitamin', 'D3', 'gums']],
    ])('%s', async (query, id, marked) => {
      expect(await found(query)).toEqual({ id, total: 1, isRelaxed: false, marked });
    });
  });
}
