/** Pages of a list, one after the other, as the `Link` header of each leads to the next. */
import { CatalogueError } from './problem.ts';

interface List {
  readonly meta: { readonly nextPageUrl: string | null };
}

/** A response with its body, which is what the API documents. */
export interface Loaded<Body> {
  readonly body: Body;
  readonly response: Response;
}

/**
 * The page of `query` and all that follow it. Only the parameters of a link are followed, never its host, so the token
 * goes nowhere else. Throws what `load` throws, and a CatalogueError if there is a next page but no link to it: pages
 * are never left out silently.
 */
export async function* followPages<Query extends object, Body extends List>(
  load: (query: Query) => Promise<Loaded<Body>>,
  query: Query,
): AsyncGenerator<Body, void, undefined> {
  for (let next: Query | undefined = query; next !== undefined; ) {
    const { body, response }: Loaded<Body> = await load(next);
    yield body;
    next = nextQuery(response.headers.get('link') ?? '') as Query | undefined;
    if (next === undefined && body.meta.nextPageUrl !== null) throw new CatalogueError(response, body);
  }
}

/** The parameters of the link with `rel="next"` (RFC 8288); undefined where there is none. */
function nextQuery(header: string): Record<string, string> | undefined {
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel\s*=\s*("([^"]*\s)?next[\s"]|next\s*([;,]|$))/i.test(parameters)) continue;
    return Object.fromEntries(new URL(target, 'http://host').searchParams);
  }
  return undefined;
}
