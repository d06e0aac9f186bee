/** The example's page in `react-instantsearch`; the test bundles it. */
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Highlight, Hits, InstantSearch, RefinementList, SearchBox } from 'react-instantsearch';
import { catalogueSearchClient, createCatalogueClient } from '../../../client/src/index.ts';

const settings = await (await fetch('/instantsearch/settings.json')).json();
const searchClient = catalogueSearchClient(createCatalogueClient(settings));

const Product = ({ hit }) => h('h3', null, h(Highlight, { hit, attribute: 'title' }));

createRoot(document.querySelector('main')).render(
  h(
    InstantSearch,
    { indexName: 'products', searchClient },
    h(SearchBox),
    h(RefinementList, { attribute: 'specifications.Material' }),
    h(Hits, { hitComponent: Product }),
  ),
);
