/**
 * The storefront: renders the browser's address. It sends its request again when the page gets the focus, to show what
 * has changed.
 */
import { readAddress, resultsAddress } from './address.js';
import { clientOf, withRetries } from './catalogue.js';
import { ignoreSecondClicks } from './double-click.js';
import { createNavigation, isForBrowser } from './navigation.js';
import { createParts } from './parts.js';
import { defaultSort } from './request.js';
import { listenToKeys, makeReachable, openersIn } from './results/keyboard.js';
import { SHOP_FAILURE } from './results/wording.js';

/** A page that becomes visible usually gets the focus, too: only the first of the two events refreshes it. */
const REFRESH_INTERVAL_MS = 250;

const page = Object.fromEntries([...document.querySelectorAll('[id]')].map((part) => [part.id, part]));
const shown = { shop: undefined, client: undefined, address: undefined, lastResults: {} };
const navigation = createNavigation(render);
const { searchBox, resultsPage, productPage, productView } = createParts(page, shown, navigation.go);
let refreshedMs = Number.NEGATIVE_INFINITY;
let shops = [];
let shopController = new AbortController();

/** The options for the address of these results. They have no `sort` unless it was chosen: a new query has its own. */
function resultsOf({ query, sort, ...others }) {
  return { ...others, query, sort: sort === defaultSort(query) ? undefined : sort };
}

/** Renders the address. `cause`: that of the navigation, `load`, or `focus` to refresh the same address. */
async function render(cause) {
  const address = readAddress(navigation.address);
  const shop = shops.find(({ merchantId }) => merchantId === address.shopId) ?? shops[0];
  if (shop === undefined) return;
  const firstRender = Promise.withResolvers();
  if (shop !== shown.shop) enterShop(shop, firstRender.promise);
  shown.address = { ...address, shopId: shop.merchantId };
  const isProduct = address.kind === 'product';
  page['results-page'].hidden = isProduct;
  page['product-page'].hidden = !isProduct;
  await (isProduct ? renderProduct(shown.address, cause) : renderResults(shown.address, cause));
  firstRender.resolve();
}

function enterShop(shop, firstResponse) {
  Object.assign(shown, { shop, client: clientOf(shop), lastResults: {} });
  page.shop.value = shop.merchantId;
  shopController.abort();
  shopController = new AbortController();
  resultsPage.enter(shown.client, shopController.signal, firstResponse);
}

async function renderResults(address, cause) {
  const { query } = address;
  const previousProduct = productPage.shown;
  shown.lastResults = resultsOf(address);
  productView.leave();
  // Normalises the address: drops unknown parameters.
  navigation.replaceAddress(resultsAddress(shown.shop, shown.lastResults));
  searchBox.show(query);
  if (cause === 'link') page.heading.focus({ preventScroll: true });
  const setTitle = () => {
    document.title = `${query === '' ? resultsPage.titleOf(address) : query} – ${shown.shop.name}`;
  };
  setTitle();
  await resultsPage.show(address, () => {
    // The response may have the name of the collection in the address.
    setTitle();
    navigation.restoreScroll();
    if (cause === 'history') recoverFocus(previousProduct);
  });
}

/**
 * If the focused element is gone, focuses the card of the product that was shown before, or else the heading. A click
 * on a text of the product focused the page's content.
 */
function recoverFocus(product) {
  if (document.activeElement !== document.body && document.activeElement !== page.content) return;
  const openers = openersIn(page['results-page']);
  const opener = openers.find(({ dataset }) => dataset.product === product?.id);
  if (opener !== undefined) makeReachable(page.results, opener);
  (opener ?? page.heading).focus({ preventScroll: true });
}

async function renderProduct(address, cause) {
  resultsPage.leave();
  shown.lastResults = navigation.from === undefined ? {} : resultsOf(readAddress(navigation.from));
  searchBox.show(shown.lastResults.query ?? '');
  const item = resultsPage.itemOf(address);
  const loading = productView.show(shown.client, address, item);
  const isKnown = productPage.shown !== null;
  if (isKnown) announceProduct(cause);
  await loading;
  if (!isKnown && shown.address === address) announceProduct(cause);
}

/** Restores the scroll position, sets the document's title, and focuses the product's heading after a navigation. */
function announceProduct(cause) {
  navigation.restoreScroll();
  const heading = page['product-page'].querySelector('h1');
  document.title = `${heading.textContent} – ${shown.shop.name}`;
  if (cause === 'link' || cause === 'history') heading.focus({ preventScroll: true });
}

page.results.addEventListener('click', ({ target }) => {
  const opener = target.closest('.card-open');
  if (opener !== null) makeReachable(page.results, opener);
});
ignoreSecondClicks();
page['product-page'].addEventListener('click', (event) => {
  if (event.target.closest('#back') === null || navigation.from === undefined) return;
  if (isForBrowser(event)) return;
  event.preventDefault();
  // The browser goes back after the event: a second click would go back once more.
  if (event.detail < 2) navigation.goBack();
});
// Skips the filters: focuses the product, or the card in the Tab order, or where the product will be.
page.skip.addEventListener('click', (event) => {
  event.preventDefault();
  const product = page['product-page'].querySelector('h1');
  const card = openersIn(page.results).find(({ tabIndex }) => tabIndex === 0);
  [product, card, page.heading, page.content].find((target) => target?.checkVisibility()).focus();
});
page.retry.addEventListener('click', async () => {
  await render('focus');
  // The button disappears with the notice, and loses the focus when the browser renders the page next.
  const isFocusLost = page.notice.hidden && [page.retry, document.body].includes(document.activeElement);
  if (!isFocusLost) return;
  const product = page['product-page'].querySelector('h1');
  (page['product-page'].hidden ? page.heading : product)?.focus();
});
page.shop.addEventListener('change', () =>
  navigation.go(resultsAddress(shops[page.shop.selectedIndex], { query: shown.lastResults.query })),
);
listenToKeys({ box: searchBox, list: page.results, isCovered: () => page['filters-sheet'].open });
addEventListener('focus', refresh);
document.addEventListener('visibilitychange', refresh);

function refresh() {
  if (document.visibilityState !== 'visible' || performance.now() - refreshedMs < REFRESH_INTERVAL_MS) return;
  refreshedMs = performance.now();
  render('focus');
}

async function loadShops({ signal }) {
  const response = await fetch('/shops.json', { signal });
  if (!response.ok) throw new Error(`/shops.json: ${response.status}`);
  return response.json();
}

async function begin() {
  // Nothing ends it.
  const { signal } = new AbortController();
  shops = await withRetries(loadShops, { signal, onWait: showFailure });
  page.shop.append(...shops.map((one) => new Option(one.name, one.merchantId)));
  // A query typed while the shops were loading overrides that of the address.
  const typed = page.query.value.trim();
  const parameters = new URLSearchParams(location.search);
  parameters.set('q', typed);
  for (const name of ['page', 'sort']) parameters.delete(name);
  if (typed === '') await render('load');
  else await navigation.go(`/?${parameters}`, { replace: true, isTyped: true });
}

function showFailure() {
  page.heading.textContent = SHOP_FAILURE;
}

begin().catch(showFailure);
