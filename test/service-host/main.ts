/**
 * Runs APIs, indexers, commands and comparisons for the test files of one Jest worker. Jest loads every module again for
 * each test file; this process loads them once. A service lives as long as the connection that requested it, so a test
 * file leaves none behind, however it ends. Logs its port.
 */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { runCommand } from './command.ts';
import type { ServiceMessage, ServiceRequest } from './messages.ts';
import { type Running, startApiHere, startIndexerHere } from './services.ts';

type Send = (message: ServiceMessage) => void;

async function serve(connection: Socket): Promise<void> {
  const send: Send = (message) => void connection.write(`${JSON.stringify(message)}\n`);
  let service: Promise<Running> | undefined;
  connection.on('error', () => undefined);
  const lines = createInterface(connection)[Symbol.asyncIterator]();
  try {
    const { value } = await lines.next();
    if (value === undefined) return;
    const request = JSON.parse(value) as ServiceRequest;
    if ('argv' in request) {
      send({ finished: await runCommand(request) });
      return;
    }
    if (request.run === 'compare') {
      const { compare } = await import('./compare.ts');
      send({ compared: await compare(request) });
      return;
    }
    service = request.run === 'api' ? startApiHere(request.variables, send) : startIndexerHere(request.variables, send);
    const { port } = await service;
    send({ started: { port } });
    // A stop message, or the end of the connection.
    await lines.next();
  } catch (error) {
    const { name, message } = error as Error;
    send({ failed: { name, message } });
  } finally {
    await service?.then(
      (running) => running.stop(),
      () => undefined,
    );
    send({ ended: true });
    connection.end();
  }
}

const server = createServer((connection) => void serve(connection));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'listening', port })}\n`);
});
process.once('SIGTERM', () => process.exit(0));
