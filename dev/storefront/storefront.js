/**
 * The search page: each key press is a search. A turn is one text in one shop; beginning a turn ends the one before,
 * so an answer that comes late is never shown over a newer one.
 */
import { card } from './cards.js';
import { newest, search } from './catalogue.js';
import { showDetails } from './details.js';

const page = Object.fromEntries(
  ['shop', 'search', 'query', 'heading', 'status', 'elapsed', 'hint', 'results', 'details'].map((id) => [
    id,
    document.getElementById(id),
  ]),
);

/** Whole products seen in this shop: a search gives reduced ones, whose details may be known from before. */
const wholeProducts = new Map();
let shops = [];
let items = [];
let turn = new AbortController();
let shownQuery = '';

const currentShop = () => shops[page.shop.selectedIndex];
const currentQuery = () => page.query.value.trim();
const openers = () => [...page.results.querySelectorAll('.card-open')];

async function show() {
  turn.abort();
  turn = new AbortController();
  const { signal } = turn;
  const shop = currentShop();
  const query = currentQuery();
  if (shop === undefined) {
    return;
  }
  shownQuery = query;
  remember(shop, query);
  page.results.setAttribute('aria-busy', 'true');
  try {
    const onWait = (wait) => sayWaiting(query, wait);
    const answer = await (query === '' ? newest(shop, { signal, onWait }) : search(shop, query, { signal, onWait }));
    if (!signal.aborted) {
      showAnswer(query, answer);
    }
  } catch {
    if (!signal.aborted) {
      showFailure(query);
    }
  }
}

/** The API refuses, and asking again would not help: the shop's token is no longer good, say. */
function showFailure(query) {
  page.results.replaceChildren();
  page.results.setAttribute('aria-busy', 'false');
  page.elapsed.textContent = '';
  say('This shop cannot show its products.', query);
}

function showAnswer(query, answer) {
  items = answer.items;
  if (query === '') {
    for (const { product } of items) {
      wholeProducts.set(product.id, product);
    }
  }
  const loaded = [...page.results.querySelectorAll('img')].filter((image) => image.naturalWidth > 0);
  const pictures = new Map(loaded.map((image) => [image.getAttribute('src'), image]));
  page.results.replaceChildren(...items.map((item) => card(item, query, pictures)));
  page.results.setAttribute('aria-busy', 'false');
  say(summary(query, items.length), query);
  page.hint.hidden = query === '' || items.length > 0;
  page.elapsed.textContent = `${Math.max(1, Math.round(answer.elapsedMs))} ms`;
  makeReachable(openers()[0]);
}

function summary(query, count) {
  if (query === '') {
    return count === 0 ? 'There is nothing in this shop yet.' : 'The latest arrivals, newest first';
  }
  return count === 0
    ? `Nothing found for “${query}”`
    : `${count} ${count === 1 ? 'product' : 'products'} for “${query}”`;
}

function sayWaiting(query, { busy, delayMs }) {
  page.hint.hidden = true;
  page.elapsed.textContent = '';
  if (busy) {
    say(`Many searches at once. Trying again in ${Math.ceil(delayMs / 1000)} s …`, query);
  } else {
    say(`${query === '' ? 'The shop' : 'Search'} is not available at the moment. Trying again …`, query);
  }
}

/** The status is read out, and while searching it takes the heading's place. */
function say(text, query) {
  page.status.textContent = text;
  page.heading.textContent = query === '' ? 'New in the shop' : 'Search results';
  document.body.classList.toggle('is-searching', query !== '');
}

function remember(shop, query) {
  const state = new URLSearchParams({ shop: shop.merchantId, ...(query === '' ? {} : { q: query }) });
  history.replaceState(null, '', `?${state}`);
  document.title = query === '' ? shop.name : `${query} – ${shop.name}`;
}

/** Exactly one card takes part in the order of the Tab key; arrow keys choose which. */
function makeReachable(opener) {
  for (const other of openers()) {
    other.tabIndex = other === opener ? 0 : -1;
  }
}

function moveTo(opener) {
  makeReachable(opener);
  opener.focus();
}

function columnCount() {
  return getComputedStyle(page.results).gridTemplateColumns.split(' ').length;
}

/** Moves from card to card; up from the first row leads back to the search box. */
function moveFromCard(key, cards, index) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columnCount(), ArrowDown: columnCount() };
  const target = { Home: 0, End: cards.length - 1 }[key] ?? index + steps[key];
  if (cards[target] !== undefined) {
    moveTo(cards[target]);
  } else if (key === 'ArrowUp') {
    page.query.focus();
  } else if (key === 'ArrowDown') {
    moveTo(cards.at(-1));
  }
}

function clear() {
  page.query.focus();
  if (page.query.value !== '') {
    page.query.value = '';
    show();
  }
}

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

document.addEventListener('keydown', (event) => {
  if (page.details.open || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return;
  }
  const cards = openers();
  const index = cards.indexOf(document.activeElement);
  const isInField = event.target.matches('input, select');
  if (event.key === 'Escape' && event.target !== page.shop) {
    clear();
  } else if (event.key === '/' && !isInField) {
    page.query.focus();
    page.query.select();
  } else if (event.key === 'ArrowDown' && event.target === page.query && cards.length > 0) {
    moveTo(cards.find((opener) => opener.tabIndex === 0) ?? cards[0]);
  } else if (MOVES.has(event.key) && index >= 0) {
    moveFromCard(event.key, cards, index);
  } else {
    return;
  }
  event.preventDefault();
});

page.results.addEventListener('click', (event) => {
  const opener = event.target.closest('.card')?.querySelector('.card-open');
  const item = items[openers().indexOf(opener)];
  if (item !== undefined) {
    makeReachable(opener);
    showDetails(page.details, { ...wholeProducts.get(item.product.id), ...item.product }, item.matches);
  }
});

// A click beside the dialog's content hits the dialog itself: that is its backdrop.
page.details.addEventListener('click', (event) => {
  if (event.target === page.details) {
    page.details.close();
  }
});

page.search.addEventListener('submit', (event) => event.preventDefault());

page.query.addEventListener('input', () => {
  if (currentQuery() !== shownQuery) {
    show();
  }
});

page.shop.addEventListener('change', () => {
  wholeProducts.clear();
  show();
});

async function begin() {
  const state = new URLSearchParams(location.search);
  shops = await (await fetch('/shops.json')).json();
  page.shop.append(...shops.map((shop) => new Option(shop.name, shop.merchantId)));
  const wanted = shops.findIndex((shop) => shop.merchantId === state.get('shop'));
  page.shop.selectedIndex = Math.max(0, wanted);
  // What was typed while the shops were loading is newer than the address.
  page.query.value ||= state.get('q') ?? '';
  await show();
}

begin().catch(() => showFailure(''));
