/**
 * The search page: each key press is a search, and so is each filter. A turn is one question to the API; beginning a turn
 * aborts the one before, and an aborted turn has no answer, even where one still comes: so a late answer is never shown
 * over a newer one.
 * When the page gets the focus it asks again, so that it shows what has changed meanwhile.
 */
import { readAddress, writeAddress } from './address.js';
import { choicesOf, list, search, wholeProduct } from './catalogue.js';
import { completeDetails, refreshDetails, showDetails } from './details.js';
import { createFilterBar } from './filter-bar.js';
import { effectiveFilters } from './filters.js';
import { listenToKeys, makeReachable, moveTo, openersIn } from './keyboard.js';
import { createResults } from './results.js';
import { createFilterSheet } from './sheet.js';
import { createSuggestions } from './suggestions.js';

const PAGE_SIZE = 24;
const LARGEST_PAGE = 216;
const NO_CHOICES = { collections: new Map(), locations: new Map(), currency: '', areKnown: false };

const page = Object.fromEntries([...document.querySelectorAll('[id]')].map((part) => [part.id, part]));
const suggestions = createSuggestions(
  {
    section: page.suggestions,
    collections: page['suggested-collections'],
    collectionsPart: page['suggested-collections-part'],
    products: page['suggested-products'],
  },
  {
    onCollection: (collection) => browse({ collection }),
    onProduct: (opener) => showDetails(page.details, wholeProducts.get(opener.dataset.product), []),
  },
);
const results = createResults({
  list: page.results,
  heading: page.heading,
  note: page.note,
  advice: page.advice,
  adviceText: page['advice-text'],
  clear: page['clear-filters'],
  notice: page.notice,
  noticeText: page['notice-text'],
  noticeTime: page['notice-time'],
  more: page.more,
  announcement: page.announcement,
  browse: page.browse,
  onAnswer(answer) {
    if (answer?.isEmpty && answer.view.query !== '') suggestions.show(choices, newest);
    else suggestions.hide();
  },
});
const filterBar = createFilterBar(
  {
    form: page.filters,
    toggle: page['filters-toggle'],
    toggleCount: page['filters-count'],
    chips: page.chips,
    fault: page['price-fault'],
    heading: page.heading,
  },
  (filters) => change({ filters }),
);

createFilterSheet({
  sheet: page['filters-sheet'],
  place: page['filters-place'],
  form: page.filters,
  toggle: page['filters-toggle'],
  close: page['filters-close'],
  done: page['filters-done'],
});

let shops = [];
/** What the page is to show. */
let state = { shop: undefined, query: '', filters: {}, limit: PAGE_SIZE };
let choices = NO_CHOICES;
/** The shop's newest products, whole. */
let newest = [];
/** Whole products seen in this shop: a search gives reduced ones, whose details may be known from before. */
const wholeProducts = new Map();
let turn = new AbortController();
let shopTurn = new AbortController();
let detailsTurn = new AbortController();

/** Shows something else, from its beginning. */
function change(changes) {
  state = { ...state, limit: PAGE_SIZE, ...changes };
  scrollTo(0, 0);
  return show();
}

/** Asks for what the state says, and shows the answer unless another turn has begun since. */
async function show() {
  turn.abort();
  turn = new AbortController();
  const { signal } = turn;
  const { shop, query, limit } = state;
  if (shop === undefined) return;
  const view = viewOf(state);
  writeAddress(state);
  filterBar.show(state.filters, choices, query !== '');
  results.wait();
  try {
    const onWait = (wait) => results.showWaiting(view, wait);
    const ask = query === '' ? list : search;
    showAnswer(view, await ask(shop, { query, filters: view.filters, limit }, { signal, onWait }), limit);
  } catch {
    if (!signal.aborted) results.showFailure(view);
  }
}

function showAnswer(view, answer, limit) {
  if (view.query === '') remember(answer.items.map(({ product }) => product));
  results.show(view, answer, {
    hasMore: answer.items.length === limit && limit < LARGEST_PAGE && answer.total !== limit,
  });
  for (const { product } of answer.items) refreshDetails(page.details, product);
}

function viewOf({ shop, query, filters: set }) {
  const filters = effectiveFilters(set, query !== '');
  const title = choices.collections.get(filters.collection) ?? 'New in the shop';
  return { query, filters, title, key: JSON.stringify([shop.merchantId, query, filters]) };
}

function remember(products) {
  for (const product of products) wholeProducts.set(product.id, product);
}

/** Learns what the shop has to choose from, beside what is shown. */
async function learnChoices(shop) {
  shopTurn.abort();
  shopTurn = new AbortController();
  const { signal } = shopTurn;
  const { products, ...learnt } = await choicesOf(shop, signal).catch(() => ({ products: [], ...NO_CHOICES }));
  if (signal.aborted) return;
  remember(products);
  newest = products;
  choices = { ...learnt, areKnown: true };
  if (!page.advice.hidden) suggestions.show(choices, newest);
  filterBar.show(state.filters, choices, state.query !== '');
  // A list of a collection that the address named has its name now.
  if (state.query === '' && state.filters.collection !== undefined) page.heading.textContent = viewOf(state).title;
}

async function enter(shop, changes) {
  choices = NO_CHOICES;
  newest = [];
  wholeProducts.clear();
  await change({ shop, ...changes });
  // Somebody may have gone on to another shop meanwhile.
  if (state.shop === shop) await learnChoices(shop);
}

/** Leaves the search, for the shop's list or that of a collection. */
function browse(filters) {
  page.query.value = '';
  page.heading.focus({ preventScroll: true });
  change({ query: '', filters });
}

async function showMore() {
  const shownBefore = openersIn(page.results).length;
  state = { ...state, limit: Math.min(state.limit * 3, LARGEST_PAGE) };
  await show();
  const next = openersIn(page.results)[shownBefore];
  if (next !== undefined) moveTo(page.results, next);
}

function open(opener) {
  const item = results.itemOf(opener?.dataset.product);
  if (item === undefined) return;
  makeReachable(page.results, opener);
  const { product, matches } = item;
  showDetails(page.details, { ...wholeProducts.get(product.id), ...product }, matches);
  if (!wholeProducts.has(product.id)) complete(product, matches);
}

/** Brings what a search does not tell of a product into its details. Where the API is out they stay as they are. */
async function complete(product, matches) {
  detailsTurn = new AbortController();
  const { signal } = detailsTurn;
  const whole = await wholeProduct(state.shop, product.id, { signal, onWait: () => undefined }).catch(() => null);
  if (whole === null || signal.aborted) return;
  remember([whole]);
  completeDetails(page.details, whole, matches);
}

page.results.addEventListener('click', (event) => open(event.target.closest('.card')?.querySelector('.card-open')));
page.more.addEventListener('click', showMore);
page.retry.addEventListener('click', show);
page.browse.addEventListener('click', () => browse({}));
page['clear-filters'].addEventListener('click', () => {
  page.query.focus();
  change({ filters: {} });
});

// A click beside the dialog's content hits the dialog itself: that is its backdrop.
page.details.addEventListener('click', (event) => {
  if (event.target === page.details) page.details.close();
});
// The browser gives the focus back to the card that opened it, except where that has been made anew meanwhile. The event
// comes after that, and by then the keyboard may have gone elsewhere.
page.details.addEventListener('close', () => {
  detailsTurn.abort();
  const isLost = document.activeElement === document.body || page.details.contains(document.activeElement);
  if (!isLost) return;
  openersIn(page.results)
    .find(({ tabIndex }) => tabIndex === 0)
    ?.focus();
});

page.search.addEventListener('submit', (event) => {
  event.preventDefault();
  // A keyboard on the screen makes room for what was found.
  if (matchMedia('(pointer: coarse)').matches) page.query.blur();
});
page.query.addEventListener('input', () => {
  const query = page.query.value.trim();
  if (query !== state.query) change({ query });
});
page.shop.addEventListener('change', () => enter(shops[page.shop.selectedIndex], { filters: {} }));

listenToKeys({
  box: page.query,
  list: page.results,
  isCovered: () => page.details.open || page['filters-sheet'].open,
  onClear() {
    page.query.value = '';
    if (state.query !== '') change({ query: '' });
  },
});

addEventListener('focus', show);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') show();
});

async function begin() {
  const { merchantId, query, filters } = readAddress();
  shops = await (await fetch('/shops.json')).json();
  page.shop.append(...shops.map((shop) => new Option(shop.name, shop.merchantId)));
  page.shop.selectedIndex = Math.max(
    0,
    shops.findIndex((shop) => shop.merchantId === merchantId),
  );
  // What was typed while the shops were loading is newer than the address.
  page.query.value ||= query;
  const shop = shops[page.shop.selectedIndex];
  if (shop !== undefined) await enter(shop, { query: page.query.value.trim(), filters });
}

begin().catch(() => results.showFailure({ query: '', filters: {}, title: '' }));
