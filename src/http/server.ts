/** Listens, and stops without cutting an answer short: new connections are refused, those in work are finished. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpServer {
  readonly port: number;
  /** Finishes the requests in work; what is not done after `limitMs` is cut off. */
  close(limitMs: number): Promise<void>;
}

/** Listens at the address; port 0 takes a free one. Throws when it cannot listen there. */
export async function listen(listener: RequestListener, host: string, port: number): Promise<HttpServer> {
  let stopping = false;
  const server: Server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 30_000 },
    (request, response) => {
      if (stopping) response.setHeader('Connection', 'close');
      listener(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close(limitMs) {
      stopping = true;
      return new Promise((resolve) => {
        const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
        // A connection that was busy at the stop would stay open, idle, until its keep-alive runs out.
        const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
        server.close(() => {
          clearTimeout(cutOff);
          clearInterval(closeIdle);
          resolve();
        });
      });
    },
  };
}
