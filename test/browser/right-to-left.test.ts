/** Texts in Arabic, in the page as it is, and in a page that is right-to-left itself. */
import { merchant, plain, product, shop as shopDocuments } from '../support/fixtures.ts';
import { describeInBrowser } from './support/chromium.ts';
import { openStorefront, type Storefront, untilFocused, untilShown } from './support/storefront.ts';

const shirt = (id: string, title: string, createdAt: string) =>
  product(id, 'one', { ...plain, title, description: 'قماش IKEA متين', createdAt: new Date(createdAt) });

describeInBrowser('right-to-left', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront({
      ...shopDocuments('one'),
      merchants: [merchant('one', { name: 'سوق', locale: 'ar' })],
      products: [
        shirt('old', 'قميص رجالي IKEA أزرق', '2026-01-01T00:00:00Z'),
        shirt('new', 'حذاء رياضي IKEA أسود', '2026-01-02T00:00:00Z'),
      ],
    });
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  /** The left edges of two words in the first element that has both. */
  const leftEdges = (selector: string, words: readonly string[]) =>
    shop.page.evaluate(
      `((words) => {
        const element = [...document.querySelectorAll('${selector}')].find(({ textContent }) =>
          words.every((word) => textContent.includes(word)));
        const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const edges = {};
        while (nodes.nextNode()) for (const word of words) {
          const start = nodes.currentNode.data.indexOf(word);
          if (start < 0) continue;
          const range = new Range();
          range.setStart(nodes.currentNode, start);
          range.setEnd(nodes.currentNode, start + word.length);
          edges[word] = range.getBoundingClientRect().left;
        }
        return words.map((word) => edges[word]);
      })(${JSON.stringify(words)})`,
    ) as Promise<[number, number]>;

  it('a title is read from the right', async () => {
    await shop.open();
    const [first, last] = await leftEdges('.card-name', ['قميص', 'أزرق']);
    expect(first).toBeGreaterThan(last);
  });

  it('a match is read from the right after its label', async () => {
    const page = await shop.open(`/?q=${encodeURIComponent('متين')}`);
    await untilShown(page, '#heading', ['2 products for “متين”']);
    const [first, last] = await leftEdges('.match', ['قماش', 'متين']);
    expect(first).toBeGreaterThan(last);
  });

  it('in a page that is right-to-left, the next card is on the left, and counts are at the left edge', async () => {
    const page = await shop.open();
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    await page.locator('.card-open').first().focus();
    await page.keyboard.press('ArrowLeft');
    await untilFocused(page, 'قميص رجالي IKEA أزرق');
    const gap = `((count) => count.getBoundingClientRect().left - count.parentElement.getBoundingClientRect().left)(
      document.querySelector('.facet-count'))`;
    expect(await page.evaluate(gap)).toBeLessThan(10);
  });
});
