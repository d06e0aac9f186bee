/**
 * Answers what is kept in memory before Express looks at the request, since its routing costs as much as such an answer.
 * What is sent is the same, by the same steps in the same order. Whatever is not at hand at once (the token, its merchant,
 * room in its bucket, the page) is left to Express, and nothing has happened to the request then.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeptPages } from '../memory/pages.ts';
import type { Authenticate } from '../tenancy/authenticate.ts';
import { contextOf } from './context.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendPage } from './respond.ts';
import type { Step } from './step.ts';

interface KeptAnswersOptions {
  /** The paths whose pages are kept. */
  readonly paths: readonly string[];
  readonly pages: KeptPages;
  readonly authenticate: Pick<Authenticate, 'remembered'>;
  readonly limit: RateLimit;
  /** Whether requests are refused at the door. */
  readonly isBehind: () => boolean;
  /** What an answer is marked with, once its token is known. */
  readonly marks: readonly Step[];
}

/** Returns what answers the request and returns true, or leaves it and returns false. */
export function createAnswerKept(options: KeptAnswersOptions) {
  const { paths, pages, authenticate, limit, isBehind, marks } = options;

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || isBehind()) return false;
    const route = paths.find((path) => isAt(url, path));
    const authentication = route === undefined ? undefined : authenticate.remembered(headers.authorization);
    if (authentication === undefined || !limit.grants(authentication.tokenHash)) return false;
    const page = pages.find(authentication.scope, url);
    if (page === undefined) return false;

    Object.assign(contextOf(response), { route, authentication });
    for (const mark of marks) mark(request, response);
    limit.take(request, response);
    // What can fail is the compression of a page that nobody asked for in this encoding before.
    sendPage(request, response, page).catch((error: Error) => response.destroy(error));
    return true;
  };
}

const isAt = (url: string, path: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url.charAt(path.length) === '?');
