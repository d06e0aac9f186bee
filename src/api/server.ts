/**
 * Listens, within limits that no client can stretch, and stops without losing a request. Every response closes, also one
 * that was queued when its connection closed. At the stop every answer closes
 * its connection. For a moment new requests are still taken: what a client sends on a kept connection before it knows of
 * the stop is answered. Then new connections are refused, idle ones are closed, and those in work are finished.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from '../runtime/config-error.ts';
import { sleep } from '../runtime/retry.ts';
import type { MessageClasses } from './express-messages.ts';
import { refuseUnreadable } from './unreadable-requests.ts';

export interface ServerLimits {
  /** For the request's line and headers, from the connection's or the request's beginning: 408. */
  readonly headersMs: number;
  /** For the whole request, body included: 408. */
  readonly requestMs: number;
  /** How long a connection may stay open between requests. More than the minute that proxies usually keep theirs. */
  readonly keepAliveMs: number;
  /** How long a connection with a request may be silent, as one whose caller does not read: it is cut off. */
  readonly silenceMs: number;
  /** How often the first two are looked at. */
  readonly checkEveryMs: number;
  /** All headers together: 431. */
  readonly headerBytes: number;
  /** After so many a connection is closed, so that a balancer can spread them anew. */
  readonly requestsPerConnection: number;
  /** Further ones are closed at once. */
  readonly connections: number;
  /** At the stop: how long requests are still taken. */
  readonly lastRequestsMs: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 65_000,
  silenceMs: 30_000,
  checkEveryMs: 1000,
  headerBytes: 16 * 1024,
  requestsPerConnection: 100_000,
  connections: 10_000,
  lastRequestsMs: 1000,
};

interface ListenOptions {
  /** Absent: Node's own. */
  readonly messages?: MessageClasses;
  readonly limits?: ServerLimits;
  /** Hears of each connection beyond the limit. */
  readonly onRefused?: () => void;
}

export interface HttpServer {
  readonly port: number;
  /** How many connections are open. */
  connections(): number;
  /** How many requests are in work. */
  inWork(): number;
  /** Finishes the requests in work; what is not done after `limitMs` is cut off. */
  close(limitMs: number): Promise<void>;
}

/** What Node says of a host that no name resolves to, or that belongs to another machine. */
const NO_ADDRESS_CODES = new Set(['ENOTFOUND', 'EADDRNOTAVAIL']);

/** Listens at the address; port 0 takes a free one. Throws ConfigError for a wrong host, and what Node throws when it can't listen. */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  { messages, limits = SERVER_LIMITS, onRefused = () => undefined }: ListenOptions = {},
): Promise<HttpServer> {
  const connections = new Map<Socket, Connection>();
  let stopping = false;
  const responsesInWork = () => [...connections.values()].flatMap(({ inWork }) => [...inWork]);

  const server = createLimitedServer(limits, messages, (request, response) => {
    const connection = connections.get(request.socket) ?? track(request.socket);
    connection.requests += 1;
    connection.inWork.add(response);
    response.on('close', () => connection.inWork.delete(response));
    // (Node's own limit would leave the connection open, and answer 503 to what comes next.)
    if (stopping || connection.requests >= limits.requestsPerConnection) response.setHeader('Connection', 'close');
    listener(request, response);
  });
  server.on('connection', track);
  server.on('clientError', (error, socket) => {
    const inWork = connections.get(socket as Socket)?.inWork ?? [];
    const current = [...inWork].find((response) => response.socket === socket);
    refuseUnreadable(error, socket, current?.headersSent === true);
  });

  function track(socket: Socket): Connection {
    const connection: Connection = { requests: 0, inWork: new Set() };
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
      reject(NO_ADDRESS_CODES.has(error.code ?? '') ? new ConfigError(['HOST: is no address of this machine']) : error),
    );
    server.listen(port, host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections.size,
    inWork: () => responsesInWork().length,
    async close(limitMs) {
      stopping = true;
      for (const response of responsesInWork()) if (!response.headersSent) response.setHeader('Connection', 'close');
      const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
      const endMs = performance.now() + Math.min(limits.lastRequestsMs, limitMs);
      while (performance.now() < endMs && connections.size > 0) await sleep(CLOSE_CHECK_MS);
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
      await closed(server);
      clearTimeout(cutOff);
    },
  };
}

interface Connection {
  /** How many requests have begun on it. */
  requests: number;
  /** The responses that have not closed. With pipelining all but the first are queued. */
  readonly inWork: Set<ServerResponse>;
}

/**
 * Closes the responses that were queued behind another one when their connection closed. Node emits neither `finish` nor
 * `close` for them, so nothing would end their reads or log them.
 */
function closeQueued({ inWork }: Connection): void {
  for (const response of inWork) {
    if (response.socket !== null || response.writableFinished) continue;
    response.destroy();
    response.emit('close');
  }
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
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headerBytes,
    },
    listener,
  );
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  return server;
}

/** Resolves when no connection is left. One whose answer had begun before the stop stays open, idle, when it is done. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_CHECK_MS);
    server.close(() => {
      clearInterval(closeIdle);
      resolve();
    });
  });
}
