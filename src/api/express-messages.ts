/**
 * The classes of which the server makes requests and responses, with the prototypes that Express gives them. Express sets the
 * prototype of each one, and for an object whose prototype changes V8 in Node 20 makes a hidden class of its own, so no inline cache
 * knows it: a 304 took twice the CPU. Setting the prototype that an object has changes nothing. Node 24 doesn't need this.
 */
import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

export type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/** Makes the classes' prototypes those of the app. Call it once for an app, before it serves. */
export function messagesOf(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
