/**
 * An HTTP server with limits that no client can exceed, and a stop that loses no request. Every response emits `close`,
 * even one that was queued when its connection closed. The stop has two phases. For `drainMs` the server still accepts
 * connections and requests, because clients may already have sent them, and a load balancer may not know of the stop.
 * Each response closes its connection. Then the server refuses new connections, closes idle ones, and finishes the
 * requests in progress.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from '../../runtime/config-error.ts';
import { maxOpenFiles } from '../../runtime/open-files.ts';
import { sleep } from '../../runtime/retry.ts';
import type { MessageClasses } from './express-messages.ts';
import { type Refusal, refuseUnreadable } from './unreadable-requests.ts';

export const SERVER_LIMITS = {
  /** For the request line and headers, from the start of the connection or the request: 408. */
  headersMs: 10_000,
  /** For the whole request, including its body: 408. */
  requestMs: 20_000,
  /** How long an idle connection stays open: longer than the minute for which proxies usually keep theirs. */
  keepAliveMs: 65_000,
  /**
   * How long a connection with a request may be silent. Then it is destroyed. After each such time, Node checks whether
   * the client has taken bytes of the response since the last check: one that stops reading has up to twice as long.
   */
  silenceMs: 30_000,
  /** How often Node checks `headersMs` and `requestMs`. */
  checkEveryMs: 1000,
  /** For all headers together: 431. */
  headerBytes: 16 * 1024,
  /** A connection closes after this many requests, so that a load balancer can redistribute the clients. */
  requestsPerConnection: 100_000,
  /** Connections above this number, or above half of the files that the process may have open, are closed at once. */
  connections: 10_000,
  /** How long the server accepts connections and requests once the stop has begun. */
  drainMs: 0,
};

export type ServerLimits = Readonly<typeof SERVER_LIMITS>;

interface ListenOptions {
  /** Default: Node's classes. */
  readonly messages?: MessageClasses;
  readonly limits?: ServerLimits;
  /** Called for each connection above the limit. */
  readonly onRefused?: () => void;
  /** Called for each response to input that isn't a request. */
  readonly onUnreadable?: (refusal: Refusal) => void;
}

export interface HttpServer {
  readonly port: number;
  /** How many connections it accepts. */
  readonly maxConnections: number;
  /** How many connections are open. */
  connections(): number;
  /** How many requests are in progress. */
  inProgress(): number;
  /** Finishes the requests in progress. `timeoutMs` after `drainMs`, destroys the connections that are left. */
  close(timeoutMs: number): Promise<void>;
}

/** Node's error codes for a host that no name resolves to, or that belongs to another machine. */
const NO_ADDRESS_CODES = new Set(['ENOTFOUND', 'EADDRNOTAVAIL']);

/**
 * Listens at the address; port 0 takes a free port. Throws ConfigError for a wrong host, else Node's error if it can't
 * listen.
 */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  { messages, limits = SERVER_LIMITS, onRefused = () => undefined, onUnreadable = () => undefined }: ListenOptions = {},
): Promise<HttpServer> {
  const connections = new Map<Socket, Connection>();
  let stopping = false;
  const responsesInProgress = () => [...connections.values()].flatMap(({ inProgress }) => [...inProgress]);

  const handle: RequestListener = (request, response) => {
    const connection = connections.get(request.socket) ?? track(request.socket);
    connection.requests += 1;
    connection.inProgress.add(response);
    response.on('close', () => connection.inProgress.delete(response));
    // Node's own limit would leave the connection open and respond with 503 to further requests.
    if (stopping || connection.requests >= limits.requestsPerConnection) response.setHeader('Connection', 'close');
    listener(request, response);
  };
  const server = createLimitedServer(limits, messages, handle);
  // An expectation that Node doesn't know. Node would respond with a 417 without a body; RFC 9110 allows to ignore it.
  server.on('checkExpectation', handle);
  server.on('connection', track);
  server.on('clientError', (error, socket) => {
    const inProgress = connections.get(socket as Socket)?.inProgress ?? [];
    const current = [...inProgress].find((response) => response.socket === socket);
    refuseUnreadable({ error, connection: socket, current, onUnreadable });
  });

  function track(socket: Socket): Connection {
    const connection: Connection = { requests: 0, inProgress: new Set() };
    connections.set(socket, connection);
    socket.on('close', () => {
      connections.delete(socket);
      closeQueued(connection);
    });
    return connection;
  }

  server.on('drop', onRefused);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        NO_ADDRESS_CODES.has(error.code ?? '') ? new ConfigError(['HOST: is not an address of this machine']) : error,
      ),
    );
    server.listen(port, host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    maxConnections: server.maxConnections,
    connections: () => connections.size,
    inProgress: () => responsesInProgress().length,
    async close(timeoutMs) {
      stopping = true;
      for (const response of responsesInProgress())
        if (!response.headersSent) response.setHeader('Connection', 'close');
      await sleep(limits.drainMs);
      const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
      await closed(server);
      clearTimeout(cutOff);
    },
  };
}

interface Connection {
  /** How many requests have begun on the connection. */
  requests: number;
  /** Responses that haven't closed. With pipelining, all but the first are queued. */
  readonly inProgress: Set<ServerResponse>;
}

/**
 * Closes the responses that were queued behind another one when their connection closed. Node 20 and 22: they emit
 * neither `finish` nor `close` for these, so nothing would end their reads or log them.
 */
function closeQueued({ inProgress }: Connection): void {
  const queued = [...inProgress].filter(({ socket, writableFinished }) => socket === null && !writableFinished);
  for (const response of queued) response.destroy();
  process.nextTick(() => {
    for (const response of queued) if (inProgress.has(response)) response.emit('close');
  });
}

const CLOSE_CHECK_MS = 20;

function createLimitedServer(
  limits: ServerLimits,
  messages: MessageClasses | undefined,
  listener: RequestListener,
): Server {
  const server = createServer(
    {
      ...messages,
      requireHostHeader: false,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headerBytes,
    },
    listener,
  );
  server.timeout = limits.silenceMs;
  // The other half is for connections to the engines. Without it, idle clients would cut the process off from them.
  server.maxConnections = Math.min(limits.connections, Math.floor(maxOpenFiles() / 2));
  return server;
}

/**
 * Resolves when no connection is left. A response that began before the stop leaves its connection open and idle when
 * it ends.
 */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_CHECK_MS);
    server.close(() => {
      clearInterval(closeIdle);
      resolve();
    });
  });
}
