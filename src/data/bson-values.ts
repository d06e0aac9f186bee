/**
 * Writes the values of a BSON document as JSON, as `values.ts` reads them and JSON.stringify writes what it gives. Each function
 * writes one field, after a comma and its name, and returns false where the value is not of the documented type or not of
 * a common form: then what it has written is of no use, and `values.ts` is asked instead. So nothing is counted as odd here.
 */
import { BSON_TYPE, type FieldNames, fieldNames, int32At, typeOf, valueAt } from '../platform/bson-walk.ts';
import { isCommonTime, writeNumber, writeTimestamp } from '../platform/json-numbers.ts';
import { type JsonOutput, writeAll, writeText } from '../platform/json-output.ts';
import { decimalAt, int64At } from './bson-numbers.ts';
import { STATUSES } from './values.ts';

export interface Field {
  /** Of its place among those of the document. */
  readonly number: number;
  /** What stands before the value: a comma, the name and a colon. */
  readonly label: Buffer;
}

export type Fields<N extends string> = Readonly<Record<N, Field>>;

/** Fields of a document, for `placeFields` and for the functions here. `labels`: of those whose name in JSON is another. */
export function fieldsOf<N extends string>(
  names: readonly N[],
  labels: Partial<Record<N, string>> = {},
): { readonly names: FieldNames; readonly fields: Fields<N> } {
  const entries = names.map((name, number) => {
    const label = Buffer.from(labels[name] ?? `,${JSON.stringify(name)}:`);
    return [name, { number, label }] as const;
  });
  return { names: fieldNames(names), fields: Object.fromEntries(entries) as Record<N, Field> };
}

type Places = Int32Array;

export function text(output: JsonOutput, bytes: Buffer, places: Places, { number, label }: Field): boolean {
  const place = places[number] as number;
  if (typeOf(place) !== BSON_TYPE.text) return false;
  writeAll(output, label);
  copyText(output, bytes, valueAt(place));
  return true;
}

/** `otherwise`: the JSON of a text that is missing or empty. */
export function optionalText(
  output: JsonOutput,
  bytes: Buffer,
  places: Places,
  field: Field,
  otherwise = EMPTY,
): boolean {
  if (!isAbsent(places, field) && !isEmptyText(bytes, places[field.number] as number))
    return text(output, bytes, places, field);
  writeAll(output, field.label);
  writeAll(output, otherwise);
  return true;
}

export function amount(output: JsonOutput, bytes: Buffer, places: Places, { number, label }: Field): boolean {
  const value = numberAt(bytes, places[number] as number);
  if (!Number.isFinite(value)) return false;
  writeAll(output, label);
  writeNumber(output, value);
  return true;
}

export function flag(output: JsonOutput, bytes: Buffer, places: Places, field: Field): boolean {
  const place = places[field.number] as number;
  const absent = isAbsent(places, field);
  if (!absent && typeOf(place) !== BSON_TYPE.flag) return false;
  writeAll(output, field.label);
  writeAll(output, !absent && bytes[valueAt(place)] === 1 ? TRUE : FALSE);
  return true;
}

export function status(output: JsonOutput, bytes: Buffer, places: Places, field: Field): boolean {
  const place = places[field.number] as number;
  return typeOf(place) === BSON_TYPE.text && isStatus(bytes, valueAt(place)) && text(output, bytes, places, field);
}

export function timestamp(output: JsonOutput, bytes: Buffer, places: Places, { number, label }: Field): boolean {
  const place = places[number] as number;
  if (typeOf(place) !== BSON_TYPE.date) return false;
  const ms = int64At(bytes, valueAt(place));
  if (!isCommonTime(ms)) return false;
  writeAll(output, label);
  writeTimestamp(output, ms);
  return true;
}

export const isAbsent = (places: Places, { number }: Field): boolean => {
  const type = typeOf(places[number] as number);
  return type === 0 || type === BSON_TYPE.null;
};

/** Writes the text at a place that is known to be one. */
export const copyText = (output: JsonOutput, bytes: Buffer, at: number): void =>
  writeText(output, bytes, at + 4, at + 3 + int32At(bytes, at));

const isEmptyText = (bytes: Buffer, place: number): boolean =>
  typeOf(place) === BSON_TYPE.text && int32At(bytes, valueAt(place)) === 1;

const EMPTY = Buffer.from('""');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

const STATUS_BYTES = STATUSES.map((known) => Buffer.from(known));

function isStatus(bytes: Buffer, at: number): boolean {
  const length = int32At(bytes, at) - 1;
  for (const known of STATUS_BYTES)
    if (known.length === length && known.compare(bytes, at + 4, at + 4 + length) === 0) return true;
  return false;
}

/** NaN where it is not a number of a common form. */
function numberAt(bytes: Buffer, place: number): number {
  const at = valueAt(place);
  switch (typeOf(place)) {
    case BSON_TYPE.double:
      return bytes.readDoubleLE(at);
    case BSON_TYPE.int32:
      return int32At(bytes, at);
    case BSON_TYPE.int64: {
      const value = int64At(bytes, at);
      return Number.isSafeInteger(value) ? value : Number.NaN;
    }
    case BSON_TYPE.decimal128:
      return decimalAt(bytes, at);
    default:
      return Number.NaN;
  }
}
