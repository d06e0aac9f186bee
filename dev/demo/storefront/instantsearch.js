/**
 * An InstantSearch page on the catalogue, to copy. Insert the address of your API, a `published` token, and your
 * facets.
 */
import { catalogueSearchClient, createCatalogueClient, facetLabels } from '@merchant-catalogue/client';

const { baseUrl, token } = await (await fetch('/instantsearch/settings.json')).json();
const { instantsearch } = window;
const {
  clearRefinements,
  configure,
  currentRefinements,
  hits,
  menu,
  pagination,
  rangeInput,
  refinementList,
  searchBox,
  sortBy,
  stats,
  toggleRefinement,
} = instantsearch.widgets;

/** An API that takes longer counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 8000;
const catalogue = createCatalogueClient({
  baseUrl,
  token,
  fetch: (request) =>
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]) }),
});

const search = instantsearch({
  indexName: 'products',
  searchClient: catalogueSearchClient(catalogue),
  routing: true,
  future: { preserveSharedStateOnUnmount: true },
});

const FACET_NAMES = {
  collection: 'Collection',
  'specifications.Material': 'Material',
  'variants.Colour': 'Colour',
  price: 'Price',
};

/** In place of a missing image. An empty image has no sign of a broken one. */
const NO_IMAGE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Why the page has no hits. */
function emptyText({ query, nbHits }) {
  if (nbHits > 0) return 'There are fewer pages.';
  return query === '' ? 'No product matches all filters.' : `Nothing found for “${query}”.`;
}

/** The currency is what the merchant wrote. `Intl.NumberFormat` throws if that is no currency code. */
function priceOf({ price, currency }) {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(price);
  } catch {
    return `${price} ${currency}`;
  }
}

search.addWidgets([
  configure({ hitsPerPage: 12 }),
  searchBox({ container: '#searchbox', placeholder: 'What are you looking for?' }),
  stats({
    container: '#stats',
    templates: { text: ({ nbHits }) => `${nbHits.toLocaleString('en')} ${nbHits === 1 ? 'result' : 'results'}` },
  }),
  sortBy({
    container: '#order',
    items: [
      { label: 'Best first', value: 'products' },
      { label: 'Newest first', value: 'products/createdAt/desc' },
      { label: 'Lowest price first', value: 'products/price/asc' },
      { label: 'Highest price first', value: 'products/price/desc' },
    ],
  }),
  currentRefinements({
    container: '#current',
    // The toggle shows this one.
    excludedAttributes: ['query', 'inStock'],
    transformItems: (items, given) =>
      items.map((item) => ({
        ...item,
        label: FACET_NAMES[item.attribute],
        refinements: facetLabels(item.attribute)(item.refinements, given),
      })),
  }),
  clearRefinements({ container: '#clear' }),
  // Collections are filtered by their ids and shown by their names.
  refinementList({ container: '#collection', attribute: 'collection', transformItems: facetLabels('collection') }),
  refinementList({
    container: '#material',
    attribute: 'specifications.Material',
    showMore: true,
    searchable: true,
    searchablePlaceholder: 'Search materials',
  }),
  menu({ container: '#colour', attribute: 'variants.Colour', sortBy: ['isRefined', 'count:desc', 'name:asc'] }),
  rangeInput({ container: '#price', attribute: 'price' }),
  toggleRefinement({ container: '#stock', attribute: 'inStock', templates: { labelText: () => 'In stock' } }),
  hits({
    container: '#hits',
    templates: {
      empty: (results, { html }) => html`<p>${emptyText(results)}</p>`,
      item: (hit, { html, components }) => html`
        <img src="${hit.images[0]?.url.download ?? NO_IMAGE}" alt="" loading="lazy" />
        <h3>${components.Highlight({ hit, attribute: 'title' })}</h3>
        <p>${priceOf(hit)}</p>
      `,
    },
  }),
  pagination({ container: '#pagination' }),
]);

// InstantSearch throws an error that nothing listens to.
const message = document.querySelector('#error');
search.on('error', (error) => {
  // biome-ignore lint/suspicious/noConsole: developers find the error there.
  console.error(error);
  message.textContent = 'The search failed. Please try again.';
});
search.on('render', () => {
  if (search.error === undefined) message.textContent = '';
});
// InstantSearch goes back to the search before, so Enter would find nothing new.
document.querySelector('#searchbox').addEventListener(
  'submit',
  ({ target }) => {
    if (search.error !== undefined) search.helper.setQuery(target.querySelector('input').value).search();
  },
  { capture: true },
);

// Labels distinguish the two search boxes and the two prices for screen readers.
const LABELS = {
  '#searchbox form': 'Products',
  '#material form': 'Materials',
  '#price .ais-RangeInput-input--min': 'Lowest price',
  '#price .ais-RangeInput-input--max': 'Highest price',
};
search.on('render', () => {
  for (const [part, label] of Object.entries(LABELS)) document.querySelector(part)?.setAttribute('aria-label', label);
});
search.start();
