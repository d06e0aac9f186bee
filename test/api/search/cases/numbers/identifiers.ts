/** Barcodes, SKUs and model numbers as people type, scan, hear and remember them. */
import { markedIn, numbered, type Shops, type Texts, type Topic } from '../support/topics.ts';

const SHOP: Readonly<Record<string, Texts>> = {
  saw: { title: 'Cordless saw', inventory: { sku: 'DRL-18V/BM' }, barcode: '4006381333948' },
  drill: { title: 'Cordless drill', inventory: { sku: 'DRL-18V/BL' }, barcode: '4006381333931' },
  mentions: { title: 'Bag', description: 'Holds the DRL-18V/BL, the DRL-18V/BL and a saw 4006381333931' },
  toner: { title: 'Brother TN-2110 toner cartridge' },
  'other-toner': { title: 'Brother TN110M toner cartridge' },
  card: { title: 'GeForce RTX 3080 graphics card' },
  filter: { title: 'Mahle OX 188D oil filter' },
  tyre: { title: 'Tyre 205/55 R16 91V' },
  'joined-tyre': { title: 'Rosava winter tyre with studs 195/65R15' },
  'other-tyre': { title: 'Tyre 185/65 R14' },
  disk: { title: 'Hard disk 500GB' },
  spaced: { title: 'Spare part', inventory: { sku: 'AB 12 34 56' } },
  ...numbered('a-size-', 30, (size) => ({ title: `Cover ${size}`, inventory: { sku: `FRM-770-${size + 10}` } })),
  frame: { title: 'Frame', inventory: { sku: 'FRM-770' } },
  'a-replacement': { title: 'Ribbon like QRS-5060, QRS-5060', inventory: { sku: 'OTHER-1' } },
  headphones: { title: 'Sony WH 1000XM4 headphones' },
  headband: { title: 'Headband for 1000XM4' },
  'a-board': { title: 'DE board, KBD, BLK' },
  keyboard: { title: 'Keyboard', inventory: { sku: 'KBD-BLK-DE' } },
  bike: { title: 'City e-bike' },
  rack: { title: 'Rack', inventory: { sku: 'E-BIKE-RACK' } },
  ribbon: { title: 'Ribbon', inventory: { sku: 'QRS-5060' } },
  ...numbered('a-lamp-', 40, () => 'Lumo lamp'),
  lamp: { title: 'Floor lamp by Lumo', inventory: { sku: 'LMP-2024-XK' }, barcode: '5901234123457' },
  screw: { title: 'Screw', inventory: { sku: '123' } },
  bolt: { title: 'Screw with a nut', inventory: { sku: '4711' } },
  'a-mat': { title: 'Mat for cars' },
  insert: {
    title: 'Insert for cars',
    specifications: {
      'OE-Nummer': '071 115 562 C, 06L-115-561',
      EAN: '87 10895 99857 4',
      Tested: '2024-05-01',
      Range: '1000-2400',
    },
  },
  genuine: { title: 'Genuine insert', inventory: { sku: '06L115561' } },
  charger: { title: 'Lumo charger 20000mAh', inventory: { sku: 'CHR-01' } },
};

export const IDENTIFIERS: Topic = { name: 'identifiers', shops: { en: SHOP }, tests };

function tests(shops: Shops): void {
  const send = (query: string) => shops.search('en', query, { highlight: true });
  const search = (query: string) => shops.ids('en', query);

  describe('an identifier is first', () => {
    test.each([
      ['a SKU as it is', 'DRL-18V/BL', 'drill'],
      ['a SKU without separators', 'DRL18VBL', 'drill'],
      ['a SKU with spaces', 'drl 18v bl', 'drill'],
      ['a SKU with other separators', 'drl_18v.bl', 'drill'],
      ['a SKU that is typed', 'drl18', 'drill'],
      ['a SKU that is typed, almost done', 'DRL-18V/B', 'drill'],
      ['the end of a SKU', '18vbl', 'drill'],
      ['a SKU of digits and spaces', 'ab123456', 'spaced'],
      ['a barcode', '4006381333931', 'drill'],
      ['a barcode in groups', '4 006381 333931', 'drill'],
      ['the last four digits of a barcode', '3931', 'drill'],
      ['the last five digits of a barcode', '33931', 'drill'],
      ['the last eight digits of a barcode', '81333931', 'drill'],
      ['a model number in a title', 'tn-2110', 'toner'],
      ['a model number without separators', 'tn2110', 'toner'],
      ['a model number among words', 'brother tn2110 toner', 'toner'],
      ['a model number of words', 'rtx3080', 'card'],
      ['a model number that ends like an amount', 'ox188d', 'filter'],
      ['the size of a tyre', '205/55r16', 'tyre'],
      ['the size of a tyre with spaces', '205 55 r16', 'tyre'],
      ['the size of a tyre in numbers', '205/55 16', 'tyre'],
      ['the size of a tyre among words', 'tyre 195 65 15', 'joined-tyre'],
      ['the size of a tyre written as one word', '195/65 r15', 'joined-tyre'],
      ['the size of a tyre as it is', '195/65R15', 'joined-tyre'],
      ['an amount', '500 gb', 'disk'],
      ['a model number in parts without its space', 'wh1000xm4', 'headphones'],
      ['a model number in parts as one might write it', 'WH-1000XM4', 'headphones'],
      ['a model number in parts, unfinished', 'wh1000x', 'headphones'],
      ['a model number of words, unfinished', 'rtx308', 'card'],
      ['a SKU without a digit', 'KBD-BLK-DE', 'keyboard'],
      ['a SKU without a digit or separators', 'kbdblkde', 'keyboard'],
    ])('%s: %s', async (_what, query, id) => {
      expect(await search(query)).toContain(id);
      if (query.length > 5) expect((await search(query))[0]).toBe(id);
    });

    test.each([
      ['a SKU among words', 'lumo lamp LMP-2024-XK', 'lamp'],
      ['a SKU among words without separators', 'lumo lmp2024xk lamp', 'lamp'],
      ['a SKU among words that is typed', 'lumo lmp2024', 'lamp'],
      ['a barcode among words', 'lumo 5901234123457', 'lamp'],
      ['the parts of a SKU among words', 'drill drl 18v', 'drill'],
      ['a SKU of few digits among words', 'cordless drl18vbl', 'drill'],
      ['a SKU without what is excluded', 'drl18vbl -saw', 'drill'],
      ['a SKU in quotes', '"DRL-18V/BL"', 'drill'],
      ['a SKU in quotes among words', 'cordless "DRL-18V/BL"', 'drill'],
      ['a short number', 'screw 123', 'screw'],
      ['a number of four digits among words', 'screw 4711', 'bolt'],
      ['the number of a long amount', 'lumo 20000', 'charger'],
      ['the number of a long amount alone', '20000', 'charger'],
    ])('%s: %s', async (_what, query, id) => {
      expect((await search(query))[0]).toBe(id);
    });

    test.each([
      '071 115 562 C',
      '071-115-562-c',
      '071115562C',
      '071115562c',
      '0711155',
      '8710895998574',
      'cars 071115562c',
    ])('a part number of a specification: %s', async (query) => {
      expect((await search(query))[0]).toBe('insert');
      const { data, meta } = await shops.page('en', { query });
      expect([data[0]?.product.id, meta.isRelaxed]).toEqual(['insert', false]);
    });

    test.each(['06L115561', '06l 115 561'])('a SKU before the part number of a specification: %s', async (query) => {
      expect(await search(query)).toEqual(['genuine', 'insert']);
    });

    test.each(['20240501', '10002400', '5562c'])(
      'not a date or range, or the end of a part number: %s',
      async (query) => {
        expect(await search(query)).toEqual([]);
      },
    );

    test.each(['FRM-770', 'frm770'])('even if many others begin with it: %s', async (query) => {
      expect((await search(query))[0]).toBe('frame');
    });

    test('before a product whose title names it', async () => {
      expect(await search('QRS-5060')).toEqual(['ribbon', 'a-replacement']);
    });

    test('except a SKU without digits, which comes after products that have its words', async () => {
      expect(await search('e-bike')).toEqual(['bike', 'rack']);
    });

    test('a prefix of a barcode finds it', async () => {
      for (const length of [4, 6, 9, 12]) {
        const found = await search('4006381333931'.slice(0, length));
        expect([length, found]).toEqual([length, expect.arrayContaining(['drill'])]);
      }
    });
  });

  test('an excluded product is not found by its identifier either', async () => {
    expect(await search('drl18vbl -drill')).not.toContain('drill');
    expect(await search('drill')).toContain('drill');
    for (const name of ['drl18vbl', '"DRL-18V/BL"']) expect(await search(`drill -${name}`)).not.toContain('drill');
    expect(await search('"with a nut" 4711')).toEqual(['bolt']);
    expect(await search('"graphics card" 4711')).not.toContain('bolt');
  });

  describe('a wrong digit or letter', () => {
    test.each([
      '4006381333932',
      '4006381333831',
      'DRL-18V/BX',
      'DRL18VBX',
      'tn2111',
      'TN-2111',
      '9931',
      '500638133',
      '20001',
    ])('finds nothing: %s', async (query) => {
      expect(await search(query)).toEqual([]);
    });
  });

  describe('what matched', () => {
    test.each([
      ['DRL-18V/BL', 'sku', 'DRL-18V/BL', 'DRL-18V/BL'],
      ['drl18vbl', 'sku', 'DRL-18V/BL', 'DRL-18V/BL'],
      ['drl 18v bl', 'sku', 'DRL-18V/BL', 'DRL-18V/BL'],
      ['8vbl', 'sku', 'DRL-18V/BL', '8V/BL'],
      ['drl18v', 'sku', 'DRL-18V/BL', 'DRL-18V'],
      ['4006381333931', 'barcode', '4006381333931', '4006381333931'],
      ['3931', 'barcode', '4006381333931', '3931'],
      ['400638133393', 'barcode', '4006381333931', '400638133393'],
    ])('for %s is the %s', async (query, type, text, marked) => {
      const item = (await send(query)).find(({ product: { id } }) => id === 'drill');
      const first = item?.search.results[0];
      expect([first?.type, first?.text, markedIn(first).join('|')]).toEqual([type, text, marked]);
    });

    test('for a model number without separators is in the title', async () => {
      const first = (await send('tn2110'))[0]?.search.results[0];
      expect([first?.type, markedIn(first)]).toEqual(['title', ['TN-2110']]);
    });

    test('for a part number without separators is in the specification', async () => {
      const first = (await send('071115562c'))[0]?.search.results[0];
      expect([first?.type, markedIn(first)]).toEqual(['specification', ['071 115 562 C']]);
    });
  });
}
