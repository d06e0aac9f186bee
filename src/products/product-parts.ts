/** Writes the nested parts of stored products as JSON: variants, images and inventory. As in `data/bson-values.ts`, false: ask `presentation.ts`. */
import type { WriteFields } from '../data/bson-lists.ts';
import { amount, type Field, fieldsOf, flag, optionalText, text } from '../data/bson-values.ts';
import { int32At, placeFields, valueAt } from '../platform/bson-walk.ts';
import { type JsonOutput, writeAll, writeBytes } from '../platform/json-output.ts';
import { encodePath, type Presenter } from './presentation.ts';

const VARIANT = fieldsOf(['key', 'value']);
const IMAGE = fieldsOf(['path', 'mimeType', 'role']);
const INVENTORY = fieldsOf(['sku', 'tracked', 'reserved', 'allowBackorder']);

export function createWriteVariant(): WriteFields {
  const { names, fields } = VARIANT;
  const places = new Int32Array(names.names.length);
  return (output, bytes, at) =>
    placeFields(bytes, at, names, places) &&
    text(output, bytes, places, fields.key) &&
    text(output, bytes, places, fields.value);
}

export function createWriteInventory(): WriteFields {
  const { names, fields } = INVENTORY;
  const places = new Int32Array(names.names.length);
  return (output, bytes, at) =>
    placeFields(bytes, at, names, places) &&
    optionalText(output, bytes, places, fields.sku) &&
    flag(output, bytes, places, fields.tracked) &&
    reservedAmount(output, bytes, places, fields.reserved) &&
    flag(output, bytes, places, fields.allowBackorder);
}

/** Zero where it is missing; null is odd. */
function reservedAmount(output: JsonOutput, bytes: Buffer, places: Int32Array, field: Field): boolean {
  if (places[field.number] !== 0) return amount(output, bytes, places, field);
  writeAll(output, field.label);
  writeAll(output, NONE_RESERVED);
  return true;
}

const NONE_RESERVED = Buffer.from('0');
const IMAGE_ROLE = Buffer.from('"image"');

export function createWriteImage({ imageBaseUrls }: Presenter): WriteFields {
  const { names, fields } = IMAGE;
  const places = new Int32Array(names.names.length);
  const beforeUpload = Buffer.from(`,"url":{"upload":${unclosed(imageBaseUrls.upload)}`);
  const beforeDownload = Buffer.from(`","download":${unclosed(imageBaseUrls.download)}`);

  /** A path that is plain ASCII without marks is its own encoding, as most are. */
  function writeUrls(output: JsonOutput, bytes: Buffer, at: number): boolean {
    const begin = at + 4;
    const end = at + 3 + int32At(bytes, at);
    const isPlain = isPlainPath(bytes, begin, end);
    const path = isPlain ? bytes : Buffer.from(encodePath(bytes.toString('utf8', begin, end)));
    const from = isPlain ? begin : 0;
    const to = isPlain ? end : path.length;
    writeAll(output, beforeUpload);
    writeBytes(output, path, from, to);
    writeAll(output, beforeDownload);
    writeBytes(output, path, from, to);
    writeAll(output, AFTER_URLS);
    return true;
  }

  return (output, bytes, at) =>
    placeFields(bytes, at, names, places) &&
    text(output, bytes, places, fields.path) &&
    optionalText(output, bytes, places, fields.mimeType) &&
    optionalText(output, bytes, places, fields.role, IMAGE_ROLE) &&
    writeUrls(output, bytes, valueAt(places[fields.path.number] as number));
}

const AFTER_URLS = Buffer.from('"}');

const unclosed = (text: string): string => JSON.stringify(text).slice(0, -1);

const SLASH = 0x2f;
const POINT = 0x2e;

/** Bytes that `encodePath` leaves as they are. */
const PLAIN = new Uint8Array(256);
for (const byte of Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()/"))
  PLAIN[byte] = 1;

/** Not so where a slash is first, or a segment begins with a point: `encodePath` takes care of those. */
function isPlainPath(bytes: Buffer, begin: number, end: number): boolean {
  if (bytes[begin] === SLASH) return false;
  let isFirst = true;
  for (let index = begin; index < end; index += 1) {
    const byte = bytes[index] as number;
    if (PLAIN[byte] === 0 || (isFirst && byte === POINT)) return false;
    isFirst = byte === SLASH;
  }
  return true;
}
