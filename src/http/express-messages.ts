/**
 * Requests and responses that are an Express app's from the beginning. Express changes the prototype of each of them, and
 * the V8 of Node 20 makes a hidden class for every single object that gets a property after that. No inline cache ever knows
 * such an object: reading and writing its properties took a sixth of the CPU of a search. An object that has the prototype
 * already stays as it is. Node 24 shares hidden classes by itself: when Node 20 is no longer supported, this can go.
 */
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** The classes that a server makes requests and responses of. */
export type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/** Returns classes for the server before the app, which makes their prototypes its own. Of one app once. */
export function messagesOf(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
