/** InstantSearch with widgets in Node, without a page: connectors are widgets without DOM. */
import instantsearch from 'instantsearch.js/es/index.js';
import {
  catalogueSearchClient,
  type Facet,
  type Facets,
  type SearchBody,
  type SearchClientOptions,
} from '../../../client/src/index.ts';
import { resultsMeta } from './results-meta.ts';

const META = resultsMeta({ total: 41, lastPage: 3, tookMs: 12 });

type Start = ReturnType<typeof instantsearch>;
type Widgets = Parameters<Start['addWidgets']>[0];
type Options = Parameters<typeof instantsearch>[0];

export interface Shown {
  /** The bodies of `POST /v1/search`. */
  readonly bodies: readonly SearchBody[];
  /** InstantSearch's error, of the search client or of a widget. */
  readonly error: Error | undefined;
  readonly search: Start;
}

/**
 * Starts InstantSearch with these widgets and the state of an address. Resolves after the first response or error.
 * The API's responses have no products, and `facets` as far as they are requested.
 */
export async function showWidgets(
  widgets: Widgets,
  state: NonNullable<Options['initialUiState']>[string] = {},
  { facets = {}, ...options }: SearchClientOptions & { readonly facets?: Readonly<Record<string, Facet>> } = {},
): Promise<Shown> {
  const bodies: SearchBody[] = [];
  const respond = async (body: SearchBody) => {
    bodies.push(body);
    const requested = Object.entries(facets).filter(([name]) => body.facets?.some((facet) => facet === name));
    return { meta: META, data: [], facets: Object.fromEntries(requested) as Facets };
  };
  const search = instantsearch({
    indexName: 'products',
    searchClient: catalogueSearchClient({ search: respond }, options),
    initialUiState: { products: state },
  });
  search.addWidgets(widgets);
  const error = await new Promise<Error | undefined>((resolve) => {
    // The first render is the one before the response.
    search.on('error', resolve);
    search.on('render', () => bodies.length > 0 && search.status === 'idle' && resolve(undefined));
    search.start();
  });
  return { bodies, error, search };
}
