/** Inserts a product that no driver can read: MongoDB doesn't check the inner length of a binary value. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Binary, BSON, type Db, type Document } from 'mongodb';

const OP_MSG = 2013;
const HEADER_BYTES = 21;
const RESPONSE_WITHIN_MS = 5000;
const VALUE = 'not to be read';

/** Throws if MongoDB rejects the product, or doesn't respond within 5 s. */
export async function insertUnreadable(database: Db, product: Document): Promise<void> {
  const unreadable = { ...product, unreadable: new Binary(Buffer.from(VALUE), Binary.SUBTYPE_BYTE_ARRAY) };
  const body = Buffer.from(BSON.serialize({ insert: 'products', documents: [unreadable], $db: database.databaseName }));
  // A binary value of this subtype has two lengths. This makes the inner one wrong.
  body.writeInt32LE(VALUE.length + 1, body.indexOf(VALUE) - 4);
  const inserted = await sendInsert(database, body, AbortSignal.timeout(RESPONSE_WITHIN_MS));
  if (inserted !== 1) throw new Error('MongoDB did not insert the product');
}

/**
 * Sends the BSON of an insert command that no driver would send. Resolves to the number of inserted documents. Throws
 * if MongoDB doesn't respond before the signal.
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
