/** `react-instantsearch` with the client: a search, a facet, and markup in a title shown as text. */
import { fileURLToPath } from 'node:url';
import { product, shop } from '../support/fixtures.ts';
import { bundleForPage } from './support/bundle.ts';
import { describeInBrowser } from './support/chromium.ts';
import { type Example, openExample } from './support/example.ts';
import { textsOf, untilShown } from './support/storefront.ts';

const PAGE = fileURLToPath(new URL('./support/react-page.js', import.meta.url));
const TITLES = '.ais-Hits-item h3';
const ordinary = { subtitle: '', description: '', variants: [] };

describeInBrowser('react-instantsearch', () => {
  let example: Example;

  beforeAll(async () => {
    const products = [
      product('p1', 'one', { ...ordinary, title: 'Red <b>tent</b> & pegs', specifications: { Material: 'Cotton' } }),
      product('p2', 'one', { ...ordinary, title: 'Blue tent', specifications: { Material: 'Nylon' } }),
      product('p3', 'one', { ...ordinary, title: 'Lamp', specifications: { Material: 'Steel' } }),
    ];
    example = await openExample({ ...shop('one'), products }, 'one');
  });
  afterAll(() => example?.close());

  test('a search box, highlighted hits, and a facet', async () => {
    const script = { contentType: 'text/javascript', body: await bundleForPage({ entryPoints: [PAGE] }) };
    const page = await example.open('/instantsearch', (tab) =>
      tab.route('**/instantsearch/instantsearch.js', (route) => route.fulfill(script)),
    );
    await page.locator('.ais-SearchBox-input').fill('tent');
    await untilShown(page, '.ais-RefinementList-labelText', ['Cotton', 'Nylon']);
    expect((await textsOf(page, TITLES)).toSorted()).toEqual(['Blue tent', 'Red <b>tent</b> & pegs']);
    await page.locator('.ais-RefinementList-label', { hasText: 'Cotton' }).click();
    await untilShown(page, TITLES, ['Red <b>tent</b> & pegs']);
    expect(await textsOf(page, `${TITLES} mark`)).toEqual(['tent']);
    expect(await textsOf(page, '.ais-RefinementList-labelText')).toEqual(['Cotton', 'Nylon']);
    expect(await textsOf(page, '.ais-RefinementList-count')).toEqual(['1', '1']);
    expect(example.scriptErrors).toEqual([]);
  });
});
