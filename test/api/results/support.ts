/** Requests of `POST /v1/search`, and their responses. */
import type { Api, ApiResponse } from '../../support/service.ts';
import { untilAvailable } from '../responses.ts';

export interface Results {
  readonly meta: {
    readonly total: number;
    readonly perPage: number;
    readonly currentPage: number;
    readonly lastPage: number;
    readonly query: string;
    readonly correctedQuery: string | null;
    readonly isRelaxed: boolean;
    readonly tookMs: number;
    readonly searchId: string;
  };
  readonly data: readonly {
    // biome-ignore lint/suspicious/noExplicitAny: a full product or a summary.
    readonly product: any;
    readonly search: { readonly index: number; readonly results: readonly Match[] };
  }[];
  // biome-ignore lint/suspicious/noExplicitAny: facets have several forms.
  readonly facets: Readonly<Record<string, any>>;
}

interface Match {
  readonly type: string;
  readonly text: string;
  readonly highlights?: readonly { readonly start: number; readonly length: number }[];
}

export const requestResults = (api: Api, token: string, json: object): Promise<ApiResponse<Results>> =>
  untilAvailable<Results>(() => api.request('/v1/search', { token, json }));

/** The results of a request. Throws unless its status is 200. */
export async function resultsOf(api: Api, token: string, json: object): Promise<Results> {
  const { status, body, text } = await requestResults(api, token, json);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

export const idsIn = ({ data }: Pick<Results, 'data'>): string[] => data.map(({ product }) => product.id);
