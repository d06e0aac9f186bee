/** `GET /v1/search/suggestions`: what a search box shows while a shopper types. */
import type { RequestHandler } from 'express';
import { pageOf } from '../../cache/page.ts';
import { scopeOf } from '../../http/context.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { sendPage } from '../../http/respond.ts';
import { parseParameters } from '../../http/validation.ts';
import { suggestionsParameters } from './parameters.ts';
import type { Suggest } from './suggest.ts';

export function suggestions(suggest: Suggest): RequestHandler {
  return async (request, response) => {
    const parameters = parseParameters(request.originalUrl, suggestionsParameters);
    const json = await suggest(scopeOf(response), parameters, disconnectSignal(response));
    await sendPage(request, response, pageOf(Buffer.from(json)));
  };
}
