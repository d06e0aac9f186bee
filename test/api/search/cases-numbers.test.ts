/** Numbers in the digits of any script, and with separators of thousands: queries, and what they find, in a table. */
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { resultsOf } from '../results/support.ts';

/** Products by id; other fields are empty, so that nothing is found by chance. */
const TITLES: Readonly<Record<string, string>> = {
  ...{ arabic: 'عطر للرجال ١٠٠ مل', arabic50: 'عطر للرجال ٥٠ مل', latin: 'عطر نسائي 200 مل' },
  ...{ persian: 'شامپو ۴۰۰ گرم', persian2: 'شامپو ۹۰۰ گرم' },
  ...{ hindi: 'अरहर दाल १२ किलो', hindi2: 'अरहर दाल १५ किलो' },
  ...{ thai: 'ขวดน้ำ ๕๐๐ มล', thai2: 'ขวดน้ำ ๗๕๐ มล' },
  ...{ units: 'Фильтр १२ mm', board: 'Board ٤x٢' },
  watch: 'ساعة AB-٤٥٠٠/X',
  ...{ comma: 'Power bank 10,000mAh', plain: 'Charger 20000mAh', dot: 'Powerpack 15.000 mAh, schwarz' },
  ...{ space: 'Batterie externe 5 000 mAh', toner: 'Toner for 3,000 pages', lamp: 'Lamp of 1,250 lumens' },
  ...{ trim: 'Oak trim 1.125 in. wide', flour: 'Mehl 1,125 kg', hub: 'Hub, rates: 10,100' },
};

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  const bare = { subtitle: '', description: '', barcode: '', inventory: {}, variants: [], specifications: {} };
  await insert(service.catalogue, {
    ...shop('one'),
    products: Object.entries(TITLES).map(([id, title]) => product(id, 'one', { ...bare, title })),
  });
  token = await service.token('one');
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
  await eventually(
    () => resultsOf(api, token, {}),
    ({ meta }) => meta.total === Object.keys(TITLES).length,
  );
});
afterAll(() => service.stop());

describe('the digits of any script are the same', () => {
  test.each<[string, string, readonly string[]]>([
    ['عطر 100 مل', 'arabic', ['عطر', '١٠٠', 'مل']],
    ['عطر ۱۰۰ مل', 'arabic', ['عطر', '١٠٠', 'مل']],
    ['عطر ٢٠٠ مل', 'latin', ['عطر', '200', 'مل']],
    ['شامپو 400', 'persian', ['شامپو', '۴۰۰']],
    ['दाल 12 किलो', 'hindi', ['दाल', '१२', 'किलो']],
    ['ขวดน้ำ 500', 'thai', ['ขวดน้ำ', '๕๐๐']],
    ['фильтр 12mm', 'units', ['Фильтр', '१२ mm']],
    ['board 4 x 2', 'board', ['Board', '٤x٢']],
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
    ['toner 3.000 pages', 'toner', ['Toner', '3', '000', 'pages']],
    ['lamp 1250', 'lamp', ['Lamp', '1,250']],
    ['trim 1.125', 'trim', ['trim', '1.125']],
    ['trim 1,125 in', 'trim', ['trim', '1.125 in.']],
    ['mehl 1.125kg', 'flour', ['Mehl', '1,125 kg']],
    ['hub 100', 'hub', ['Hub', '100']],
  ])('%s', async (query, id, marked) => {
    expect(await found(query)).toEqual({ id, total: 1, isRelaxed: false, marked });
  });
});

/** What a query finds, and the highlighted parts of the first product's title. */
async function found(query: string) {
  const { meta, data } = await resultsOf(api, token, { query, highlight: true });
  const [first] = data;
  const title = first?.search.results[0];
  const marked = title?.highlights?.map(({ start, length }) => title.text.slice(start, start + length));
  return { id: first?.product.id, total: meta.total, isRelaxed: meta.isRelaxed, marked };
}
