/**
 * The page at /docs has a quick start with this service's URL and one open operation with examples. It and the pages
 * about problems fit a narrow screen.
 */
import type { Browser, Page } from 'playwright-core';
import { type Api, createService, eventually, type TestService } from '../support/service.ts';
import { describeInBrowser, startBrowser } from './support/chromium.ts';

/** The words of a page that continue on the next line. */
const SPLIT_WORDS = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const split = [];
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (range.getClientRects().length > 1) split.push(word);
    }
  }
  return split;
})()`;

describeInBrowser('the documentation', () => {
  let service: TestService;
  let api: Api;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([createService({ withIndexes: false }), startBrowser()]);
    api = await service.startApi();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const fits = async (page: Page, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  };

  it('shows a quick start and an open example, and fits a phone and a wide window', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    await page.goto(`${api.url}/docs`);
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    const commands = await page.locator('.info .renderedMarkdown pre').allInnerTexts();
    expect(commands[0]).toContain(`curl ${api.url}/v1/products/search`);
    expect(commands[1]).toContain('"results"');
    // Only the search is open.
    await eventually(
      () => page.locator('.opblock.is-open').count(),
      (count) => count === 1,
    );
    expect(await page.locator('.opblock.is-open .opblock-summary-path').innerText()).toContain('search');
    await page.locator('.opblock.is-open .example').first().waitFor();
    expect(await page.locator('.models .model-container:visible').count()).toBe(0);
    for (const width of [390, 1280]) await fits(page, width);
    expect(errors).toEqual([]);
    await page.close();
  });

  it.each(['/docs/problems', '/docs/problems/rate_limited'])(
    'explains problems without splitting words, and fits every width: %s',
    async (path) => {
      const page = await browser.newPage();
      await page.goto(api.url + path);
      for (const width of [320, 390, 1280]) {
        await fits(page, width);
        expect(await page.evaluate(SPLIT_WORDS)).toEqual([]);
      }
      await page.close();
    },
  );
});
