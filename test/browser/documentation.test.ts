/**
 * The page at /docs has a quick start with this service's URL and one open operation with examples, and fits a narrow
 * screen.
 */
import type { Browser } from 'playwright-core';
import { type Api, createService, eventually, type TestService } from '../support/service.ts';
import { describeInBrowser, startBrowser } from './support/chromium.ts';

describeInBrowser('the documentation', () => {
  let service: TestService;
  let api: Api;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([createService(), startBrowser()]);
    api = await service.startApi();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each([390, 1280])('shows a quick start and an open example, and fits %i pixels', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
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
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(errors).toEqual([]);
    await page.close();
  });
});
