/** Makes a replica set look like a sharded cluster, as there is no `mongos` for the tests. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import type { TestService } from '../service.ts';

const OPCODE_OFFSET = 12;
/** Where the document of a reply begins, by its operation code: OP_REPLY and OP_MSG. */
const DOCUMENT_OFFSETS: Readonly<Record<number, number>> = { 1: 36, 2013: 21 };
/** What `hello` says of a member, and not of a router. */
const MEMBER_FIELDS = ['setName', 'setVersion', 'hosts', 'primary', 'me', 'electionId', 'secondary', 'topologyVersion'];

/** A reply as a router sends it. */
function asRouter(message: Buffer): Buffer {
  const offset = DOCUMENT_OFFSETS[message.readInt32LE(OPCODE_OFFSET)];
  if (offset === undefined) return message;
  const reply: Document = BSON.deserialize(message.subarray(offset), { allowObjectSmallerThanBufferSize: true });
  if (!('maxWireVersion' in reply)) return message;
  for (const field of MEMBER_FIELDS) delete reply[field];
  const changed = Buffer.concat([message.subarray(0, offset), BSON.serialize({ ...reply, msg: 'isdbgrid' })]);
  changed.writeInt32LE(changed.length, 0);
  return changed;
}

export interface Router {
  /** The address of the service's database at the router. */
  readonly url: string;
  stop(): void;
}

/** Starts a router in front of the MongoDB of a service, on a free port of 127.0.0.1. */
export async function startRouter({ variables }: Pick<TestService, 'variables'>): Promise<Router> {
  const member = new URL(String(variables.MONGODB_URL));
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const engine = connect(Number(member.port), member.hostname);
    client.pipe(engine);
    let received = Buffer.alloc(0);
    engine.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
        const length = received.readInt32LE(0);
        client.write(asRouter(received.subarray(0, length)));
        received = received.subarray(length);
      }
    });
    for (const socket of [client, engine]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        engine.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `mongodb://127.0.0.1:${port}${member.pathname}`,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
