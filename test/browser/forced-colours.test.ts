/** With forced colours (Windows contrast themes), the page still shows what has the focus and what is chosen. */
import { productImagePath } from '../../dev/catalogue/images.ts';
import { COLOURS, type Colour } from '../../dev/catalogue/vocabulary.ts';
import { merchant, plain, product, shop as shopDocuments } from '../support/fixtures.ts';
import { describeInBrowser } from './support/chromium.ts';
import { openStorefront, type Storefront, untilShown } from './support/storefront.ts';

const picture = (colour: string) => ({
  path: productImagePath('outdoor', 'tent', COLOURS.get(colour) as Colour, 'p-1', 1),
  mimeType: 'image/svg+xml',
  role: 'image',
});
const tent = (index: number) =>
  product(`tent-${index}`, 'one', {
    ...plain,
    title: `Tent ${index}`,
    images: [picture('moss-green'), picture('fjord-blue')],
    variants: ['Moss green', 'Fjord blue'].map((value) => ({ key: 'Colour', value })),
  });

const DOCUMENTS = {
  ...shopDocuments('one'),
  merchants: [merchant('one', { name: 'Shop one' })],
  products: Array.from({ length: 30 }, (_, index) => tent(index)),
};

describeInBrowser('with forced colours', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
    await shop.page.emulateMedia({ forcedColors: 'active' });
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  /** How the elements look: equal texts look alike. Leaves out alpha, as the page has the same background. */
  const looks = (selector: string) =>
    shop.page.evaluate(`[...document.querySelectorAll('${selector}')].map((part) => {
      const { backgroundColor, borderColor } = getComputedStyle(part);
      return [backgroundColor, borderColor].map((colour) => colour.match(/[\\d.]+/g).slice(0, 3).join()).join(' ');
    })`) as Promise<string[]>;

  it('the search box shows its focus', async () => {
    const page = await shop.open();
    await page.locator('#query').focus();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('#query')).outlineStyle`)).toBe('solid');
  });

  it('the selected suggestion looks different from the others', async () => {
    const page = await shop.open();
    // At once: the list for a part of the text would be replaced later.
    await page.locator('#query').fill('tent');
    await page.locator('#completions').waitFor();
    await untilShown(page, '#heading', ['30 products for “tent”']);
    await page.keyboard.press('ArrowDown');
    const [selected, ...others] = await looks('.completion');
    expect(others.length).toBeGreaterThan(0);
    expect(others).not.toContain(selected);
  });

  it('the current page looks different from the others', async () => {
    const page = await shop.open('/?q=tent');
    await untilShown(page, '#heading', ['30 products for “tent”']);
    const [current, other] = await looks('.page-link');
    expect(other).not.toBe(current);
  });

  it('the chosen variant and picture look different from the others', async () => {
    const page = await shop.open('/products/handle-tent-1?shop=one');
    await untilShown(page, '#product-page h1', ['Tent 1']);
    for (const selector of ['.variant-choice .variant', '.thumbnail']) {
      const [chosen, other] = await looks(selector);
      expect(other).toBeDefined();
      expect(other).not.toBe(chosen);
    }
  });
});
