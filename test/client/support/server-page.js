/** A page of `react-instantsearch` on a server: one search, and the markup from its state. */
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { getServerState, Hits, InstantSearch, InstantSearchSSRProvider, RefinementList } from 'react-instantsearch';

const Product = ({ hit }) => h('h3', null, hit.title);

const Page = ({ searchClient, serverState }) =>
  h(
    InstantSearchSSRProvider,
    serverState,
    h(
      InstantSearch,
      { indexName: 'products', searchClient },
      h(RefinementList, { attribute: 'specifications.Material' }),
      h(Hits, { hitComponent: Product }),
    ),
  );

/** Resolves to the state of the page, as a server sends it to the browser. */
export async function stateOf(searchClient) {
  return JSON.parse(JSON.stringify(await getServerState(h(Page, { searchClient }), { renderToString })));
}

/** The markup that a browser has first. */
export const markupOf = (searchClient, serverState) => renderToString(h(Page, { searchClient, serverState }));
