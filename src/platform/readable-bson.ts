/**
 * What can be read of a BSON document (bsonspec.org) that the driver cannot read: MongoDB keeps what a mistaken writer sends, as a
 * binary value whose inner length is wrong. One field of that kind must not cost the reader all others.
 */
import { BSON_TYPE, int32At, isDocument, nameEnd, valueEnd } from './bson-walk.ts';
import { deserialise } from './mongo.ts';

/** Types beside those of `BSON_TYPE`. */
const OTHER_TYPE = {
  binary: 5,
  undefined: 6,
  regularExpression: 11,
  pointer: 12,
  code: 13,
  symbol: 14,
  codeWithScope: 15,
  timestamp: 17,
  maxKey: 127,
  minKey: 255,
} as const;

const HEADER_BYTES = 4;

/**
 * The document without those of its own fields that the driver cannot read. Where it is not known how long one of them is, those that
 * follow it are left out, too.
 */
function withoutUnreadable(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = HEADER_BYTES;
  while (at < bytes.length - 1) {
    const end = elementEnd(bytes, at);
    if (end === -1) break;
    const element = bytes.subarray(at, end);
    if (isReadable(documentOf([element]))) kept.push(element);
    at = end;
  }
  return documentOf(kept);
}

/** What the driver makes of a document, or of what can be read of it. Throws what the driver throws where the bytes are no document. */
export function deserialiseReadable<T>(bytes: Buffer): T {
  try {
    return deserialise<T>(bytes);
  } catch (error) {
    if (!isDocument(bytes)) throw error;
    return deserialise<T>(withoutUnreadable(bytes));
  }
}

function documentOf(elements: readonly Buffer[]): Buffer {
  const body = Buffer.concat(elements);
  const document = Buffer.alloc(HEADER_BYTES + body.length + 1);
  document.writeInt32LE(document.length);
  body.copy(document, HEADER_BYTES);
  return document;
}

function isReadable(document: Buffer): boolean {
  try {
    deserialise(document);
    return true;
  } catch {
    return false;
  }
}

/** Where a field with its value ends; -1 where that is not known, or beyond the document. */
function elementEnd(bytes: Buffer, at: number): number {
  const type = bytes[at] as number;
  const value = nameEnd(bytes, at + 1) + 1;
  const known = valueEnd(bytes, type, value);
  const end = known === -1 ? otherValueEnd(bytes, type, value) : known;
  return end >= value && end < bytes.length ? end : -1;
}

function otherValueEnd(bytes: Buffer, type: number, at: number): number {
  switch (type) {
    // A byte that is neither yes nor no.
    case BSON_TYPE.flag:
      return at + 1;
    case OTHER_TYPE.binary:
      return at + 5 + Math.max(0, int32At(bytes, at));
    case OTHER_TYPE.undefined:
    case OTHER_TYPE.minKey:
    case OTHER_TYPE.maxKey:
      return at;
    case OTHER_TYPE.regularExpression:
      return nameEnd(bytes, nameEnd(bytes, at) + 1) + 1;
    case OTHER_TYPE.pointer:
      return valueEnd(bytes, BSON_TYPE.text, at) + 12;
    case OTHER_TYPE.code:
    case OTHER_TYPE.symbol:
      return valueEnd(bytes, BSON_TYPE.text, at);
    case OTHER_TYPE.codeWithScope:
      return at + Math.max(HEADER_BYTES, int32At(bytes, at));
    case OTHER_TYPE.timestamp:
      return at + 8;
    default:
      return -1;
  }
}
