/** The `meta` of a response of `POST /v1/search`: the only page, with one product. */
import type { ResultsMeta } from '../../../client/src/index.ts';

export const resultsMeta = (changes: Partial<ResultsMeta> = {}): ResultsMeta => ({
  total: 1,
  perPage: 20,
  currentPage: 1,
  lastPage: 1,
  firstPage: 1,
  query: '',
  correctedQuery: null,
  isRelaxed: false,
  tookMs: 1,
  searchId: 's',
  ...changes,
});
