/** The error of work that was aborted because its client disconnected. */

/** The client disconnected, so nothing needs the response. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
  constructor() {
    super('the client disconnected');
  }
}
