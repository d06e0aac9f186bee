/** Writes nested BSON as JSON: objects, lists of objects, and maps of texts. As in `bson-values.ts`, false: ask `values.ts`. */
import { BSON_TYPE, int32At, nameEnd, typeOf, valueAt, valueEnd } from '../platform/bson-walk.ts';
import { enclose, type JsonOutput, LIST, OBJECT, writeAll, writeComma, writeText } from '../platform/json-output.ts';
import { copyText, type Field, isAbsent } from './bson-values.ts';

/** Writes the fields of the document that begins at `at`, each after a comma. */
export type WriteFields = (output: JsonOutput, bytes: Buffer, at: number) => boolean;

/** A document by its fields; one that is missing has none. */
export function object(
  output: JsonOutput,
  bytes: Buffer,
  places: Int32Array,
  { number, label }: Field,
  write: WriteFields,
): boolean {
  const place = places[number] as number;
  if (typeOf(place) !== BSON_TYPE.object) return false;
  writeAll(output, label);
  return writeObject(output, bytes, valueAt(place), write);
}

export function listOfObjects(
  output: JsonOutput,
  bytes: Buffer,
  places: Int32Array,
  field: Field,
  write: WriteFields,
): boolean {
  writeAll(output, field.label);
  const begin = output.length;
  if (!isAbsent(places, field) && !writeItems(output, bytes, places[field.number] as number, write)) return false;
  enclose(output, begin, LIST);
  return true;
}

function writeItems(output: JsonOutput, bytes: Buffer, place: number, write: WriteFields): boolean {
  if (typeOf(place) !== BSON_TYPE.array) return false;
  const at = valueAt(place);
  const end = at + int32At(bytes, at) - 1;
  let next = at + 4;
  while (next < end) {
    const value = nameEnd(bytes, next + 1) + 1;
    const after = bytes[next] === BSON_TYPE.object ? valueEnd(bytes, BSON_TYPE.object, value) : -1;
    if (after === -1 || after > end) return false;
    writeComma(output);
    if (!writeObject(output, bytes, value, write)) return false;
    next = after;
  }
  return next === end;
}

function writeObject(output: JsonOutput, bytes: Buffer, at: number, write: WriteFields): boolean {
  const begin = output.length;
  if (!write(output, bytes, at)) return false;
  enclose(output, begin, OBJECT);
  return true;
}

/** In one with more entries it would take longer to see that no key is there twice than to ask `values.ts`. */
const MOST_ENTRIES = 256;

/** Returns what writes a map of texts, in the order of its keys. */
export function createTextMap(): (output: JsonOutput, bytes: Buffer, places: Int32Array, field: Field) => boolean {
  const hashes = new Int32Array(MOST_ENTRIES);

  function writeEntries(output: JsonOutput, bytes: Buffer, place: number): boolean {
    if (typeOf(place) !== BSON_TYPE.object) return false;
    const at = valueAt(place);
    const end = at + int32At(bytes, at) - 1;
    let next = at + 4;
    for (let count = 0; next < end; count += 1) {
      const name = next + 1;
      const afterName = nameEnd(bytes, name);
      const after = bytes[next] === BSON_TYPE.text ? valueEnd(bytes, BSON_TYPE.text, afterName + 1) : -1;
      if (after === -1 || after > end || count === MOST_ENTRIES) return false;
      if (!isOrdinaryKey(bytes, name, afterName) || !addHash(hashes, count, hashOf(bytes, name, afterName)))
        return false;
      writeComma(output);
      writeText(output, bytes, name, afterName);
      writeAll(output, COLON);
      copyText(output, bytes, afterName + 1);
      next = after;
    }
    return next === end;
  }

  return (output, bytes, places, field) => {
    writeAll(output, field.label);
    const begin = output.length;
    if (!isAbsent(places, field) && !writeEntries(output, bytes, places[field.number] as number)) return false;
    enclose(output, begin, OBJECT);
    return true;
  };
}

const COLON = Buffer.from(':');
const DOLLAR = 0x24;
const ZERO = 0x30;
const NINE = 0x39;

/** JavaScript puts keys that are numbers first, and the driver may make a reference of ones that begin with `$`. */
function isOrdinaryKey(bytes: Buffer, begin: number, end: number): boolean {
  if (bytes[begin] === DOLLAR) return false;
  for (let index = begin; index < end; index += 1) {
    const byte = bytes[index] as number;
    if (byte < ZERO || byte > NINE) return true;
  }
  return begin === end;
}

/** False: it is there already. */
function addHash(hashes: Int32Array, count: number, hash: number): boolean {
  for (let index = 0; index < count; index += 1) if (hashes[index] === hash) return false;
  hashes[count] = hash;
  return true;
}

/** FNV-1a, of 32 bits (Fowler, Noll and Vo). */
function hashOf(bytes: Buffer, begin: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = begin; index < end; index += 1) hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  return hash;
}
