/** Inserts documents that no driver can read: MongoDB doesn't check the inner length of a binary value. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Binary, BSON, type Db, type Document } from 'mongodb';

const OP_MSG = 2013;
const HEADER_BYTES = 21;
const TEXT = 'not to be read';

/** A value that `insertCommand` gives a wrong length. A binary value of this subtype has two, an outer and an inner one. */
export const UNREADABLE = new Binary(Buffer.from(TEXT), Binary.SUBTYPE_BYTE_ARRAY);

/** Returns the BSON of an insert command. No driver can read its documents that contain UNREADABLE. */
export function insertCommand(database: Db, documents: readonly Document[], into = 'products'): Buffer {
  const body = Buffer.from(BSON.serialize({ insert: into, documents, $db: database.databaseName }));
  for (let at = body.indexOf(TEXT); at !== -1; at = body.indexOf(TEXT, at + 1))
    body.writeInt32LE(TEXT.length + 1, at - 4);
  return body;
}

/**
 * Sends an insert command that no driver would send. Resolves to the number of inserted documents. Throws if MongoDB
 * doesn't respond before the signal.
 */
export async function sendInsert(database: Db, body: Buffer, signal?: AbortSignal): Promise<number> {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + body.length, 0);
  header.writeInt32LE(OP_MSG, 12);
  const { host = '', port = 0 } = database.client.options.hosts[0] ?? {};
  const socket = connect(port, host);
  try {
    socket.write(Buffer.concat([header, body]));
    const [reply] = (await once(socket, 'data', { signal })) as [Buffer];
    return BSON.deserialize(reply.subarray(HEADER_BYTES)).n;
  } finally {
    socket.destroy();
  }
}
