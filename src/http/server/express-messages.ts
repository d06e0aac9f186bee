/**
 * Request and response classes for the HTTP server that already have the prototypes of the Express app. Express sets
 * the prototype of each request and response. Node 20: changing a prototype gives the object its own hidden class,
 * which misses every inline cache: a 304 took twice the CPU. Setting the prototype that an object already has changes
 * nothing. Node 24 doesn't need this file.
 */
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

export type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Creates the classes and makes their prototypes those of the app. Call it once per app, before the app serves
 * requests.
 */
export function createMessageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
