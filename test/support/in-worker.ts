/**
 * Runs the API, the indexer, commands and comparisons in the process that global-setup.ts started for this Jest worker,
 * see test/service-host/main.ts. That costs a tenth of a process per service.
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Finished, Variables } from '../../dev/processes/launcher.ts';
import { createLog, type Log } from '../../dev/processes/process-log.ts';
import type {
  CommandRequest,
  CompareRequest,
  Differences,
  ServiceMessage,
  ServiceRequest,
  StopMessage,
} from '../service-host/messages.ts';

export interface Running extends Log {
  /** Stops the service as SIGTERM stops its process. Idempotent. */
  stop(): Promise<void>;
}

/** Resolves when the API listens. Rejects with the error of a failed start. */
export const startApiInWorker = (variables: Variables): Promise<Running & { readonly port: number }> =>
  start({ run: 'api', variables });

/** Resolves at once: the indexer leads or stands by until it is stopped. */
export const startIndexerInWorker = (variables: Variables): Promise<Running> => start({ run: 'indexer', variables });

/** Runs `catalogue` with these arguments; `input` is its standard input. */
export const runCatalogue = (argv: readonly string[], variables: Variables, input: string | Buffer = '') =>
  runCommand({ run: 'catalogue', argv, variables, input: Buffer.from(input).toString('base64') });

/** Runs a command of the indexer that ends by itself. */
export const runIndexerCommand = (argv: readonly string[], variables: Variables) =>
  runCommand({ run: 'indexer-command', argv, variables, input: '' });

async function start(request: ServiceRequest): Promise<Running & { readonly port: number }> {
  const { write, end, ...log } = createLog(request.run);
  const connection = open();
  const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()));
  const started = new Promise<{ readonly port: number }>((resolve, reject) => {
    receive(connection, (message) => {
      if (message.log !== undefined) write(connection, message.log);
      if (message.started !== undefined) resolve(message.started);
      if (message.failed !== undefined) reject(errorOf(message.failed));
      if (message.ended) end();
    });
    void closed.then(() => {
      end();
      reject(new Error(`the process that runs the ${request.run} is gone`));
    });
  });
  send(connection, request);
  const { port } = await started;
  return {
    ...log,
    port,
    async stop() {
      if (connection.writable) send(connection, { stop: true });
      await closed;
    },
  };
}

/** Compares an index with MongoDB. Rejects with the error of either. */
export const compareInWorker = (request: Omit<CompareRequest, 'run'>): Promise<Differences> =>
  ask({ run: 'compare', ...request }, ({ compared }) => compared);

const runCommand = (request: CommandRequest): Promise<Finished> => ask(request, ({ finished }) => finished);

/** Resolves to the only response. */
async function ask<T>(request: ServiceRequest, read: (message: ServiceMessage) => T | undefined): Promise<T> {
  const connection = open();
  return await new Promise((resolve, reject) => {
    receive(connection, (message) => {
      const response = read(message);
      if (response !== undefined) resolve(response);
      if (message.failed !== undefined) reject(errorOf(message.failed));
    });
    connection.once('close', () => reject(new Error('the process that runs commands is gone')));
    send(connection, request);
  });
}

/** A connection to the process of this worker, which doesn't keep the worker alive. */
function open(): Socket {
  const ports = (process.env.TEST_SERVICES ?? '').split(',');
  const port = Number(ports[(Number(process.env.JEST_WORKER_ID ?? 1) - 1) % ports.length]);
  return connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .unref();
}

const send = (connection: Socket, message: ServiceRequest | StopMessage): void =>
  void connection.write(`${JSON.stringify(message)}\n`);

function receive(connection: Socket, onMessage: (message: ServiceMessage) => void): void {
  createInterface(connection).on('line', (line) => onMessage(JSON.parse(line) as ServiceMessage));
}

function errorOf({ name, message }: NonNullable<ServiceMessage['failed']>): Error {
  return Object.assign(new Error(message), { name });
}
