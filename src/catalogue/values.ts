/**
 * Reads values that other systems wrote. Each reader returns the documented type, whatever it finds. For a value of
 * another type it calls `malformed` with the field's name, so that the value can be counted, and corrected by its
 * writer.
 */
import { isDate } from 'node:util/types';
import { Decimal128, Double, Int32, Long } from 'mongodb';

/** Called with the name of a field whose value doesn't have its documented type. */
export type OnMalformed = (field: string) => void;

/** Stands for a value that the driver can't decode. Every reader counts it as malformed. */
export const UNDECODABLE = Symbol('undecodable');

export const STATUSES = ['draft', 'published', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * A text that every document has. A missing text is malformed. A number or a boolean is malformed, and read as a text.
 */
export function text(value: unknown, field: string, malformed: OnMalformed): string {
  if (typeof value === 'string') return value;
  malformed(field);
  return plainText(value) ?? '';
}

/** A number or a boolean as a text. */
function plainText(value: unknown): string | undefined {
  const isPlain = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  return isPlain || isDriverNumber(value) ? String(value) : undefined;
}

/** Whether a value is of one of the driver's classes of numbers, which it uses for those that JavaScript lacks. */
const isDriverNumber = (value: unknown): value is Decimal128 | Double | Int32 | Long =>
  value instanceof Decimal128 || value instanceof Double || value instanceof Int32 || value instanceof Long;

/** A text that a document may lack. */
export function optionalText(value: unknown, field: string, malformed: OnMalformed): string {
  return value === undefined || value === null ? '' : text(value, field, malformed);
}

/**
 * A finite number; 0 if there is none. Decimal128 and the driver's number classes are numbers; a text that contains a
 * number is malformed.
 */
export const number = (value: unknown, field: string, malformed: OnMalformed): number =>
  optionalNumber(value, field, malformed) ?? 0;

/** The same, but undefined if there is no number. A missing number is malformed. */
export function optionalNumber(value: unknown, field: string, malformed: OnMalformed): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (isDriverNumber(value)) {
    const parsed = Number(value.toString());
    if (Number.isFinite(parsed)) return parsed;
  }
  malformed(field);
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(parsed) ? parsed : undefined;
}

/** A boolean. A missing or malformed one reads as `missing`. */
export function flag(value: unknown, field: string, malformed: OnMalformed, missing = false): boolean {
  if (typeof value === 'boolean') return value;
  if (value !== undefined && value !== null) malformed(field);
  return missing;
}

/** An unknown status reads as `draft`, so that it is never shown as published. */
export function status(value: unknown, malformed: OnMalformed): Status {
  const known = STATUSES.find((candidate) => candidate === value);
  if (known === undefined) malformed('status');
  return known ?? 'draft';
}

/** ISO 8601 with milliseconds and a numeric offset, as in `2026-01-31T09:30:00.123+00:00`. */
export function timestamp(value: unknown, field: string, malformed: OnMalformed): string {
  let date = isDate(value) ? value : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) {
    malformed(field);
    const parsed = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined;
    date = parsed !== undefined && !Number.isNaN(parsed.getTime()) ? parsed : new Date(0);
  }
  return `${date.toISOString().slice(0, -1)}+00:00`;
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** An id as a text. A document from before the validators may have one of any type. */
export const idText = (id: unknown): string => (isFields(id) || Array.isArray(id) ? JSON.stringify(id) : String(id));

export type Fields = Readonly<Record<string, unknown>>;
const NO_FIELDS: Fields = {};

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** A nested document; an empty one if it is missing or malformed. */
export function fields(value: unknown, field: string, malformed: OnMalformed): Fields {
  if (isFields(value)) return value;
  if (value !== undefined && value !== null) malformed(field);
  return NO_FIELDS;
}

/** A list of nested documents. An element of another kind is malformed and left out. */
export function list(value: unknown, field: string, malformed: OnMalformed): readonly Fields[] {
  if (!Array.isArray(value)) {
    if (value !== undefined && value !== null) malformed(field);
    return [];
  }
  if (value.every(isFields)) return value;
  malformed(field);
  return value.filter(isFields);
}

/**
 * String keys with string values. A number or a boolean becomes a text; anything else is left out. If nothing is
 * malformed, this returns the object itself, because a page may have tens of thousands of entries.
 */
export function textMap(value: unknown, field: string, malformed: OnMalformed): Readonly<Record<string, string>> {
  const read = fields(value, field, malformed);
  if (Object.values(read).every((entry) => typeof entry === 'string')) return read as Readonly<Record<string, string>>;
  const texts = Object.entries(read).flatMap(([key, entry]) => {
    if (typeof entry === 'string') return [[key, entry] as const];
    malformed(field);
    const plain = plainText(entry);
    return plain === undefined ? [] : [[key, plain] as const];
  });
  return Object.fromEntries(texts);
}
