/**
 * Reads values that other systems wrote. Each reader gives the documented type whatever it finds, and calls `malformed` with
 * the field's name when what it found was not of that type, so that it can be counted and mended where it was written.
 */
import { Decimal128, Double, Int32, Long } from 'mongodb';

/** Told the name of a field whose value was not of its documented type. */
export type OnMalformed = (field: string) => void;

/** Stands for a value that the driver can't decode. No reader takes it for one of its type, so each counts it as malformed. */
export const UNDECODABLE = Symbol('undecodable');

export const STATUSES = ['draft', 'published', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/** A text that every document has; missing counts as malformed. */
export function text(value: unknown, field: string, malformed: OnMalformed): string {
  if (typeof value === 'string') return value;
  malformed(field);
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : '';
}

/** A text that a document may lack. */
export function optionalText(value: unknown, field: string, malformed: OnMalformed): string {
  return value === undefined || value === null ? '' : text(value, field, malformed);
}

/** A finite number; Decimal128 and the driver's number classes are numbers, a text that reads as one is malformed. */
export function number(value: unknown, field: string, malformed: OnMalformed): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Decimal128 || value instanceof Double || value instanceof Int32 || value instanceof Long) {
    const parsed = Number(value.toString());
    if (Number.isFinite(parsed)) return parsed;
  }
  malformed(field);
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(parsed) ? parsed : 0;
}

export function flag(value: unknown, field: string, malformed: OnMalformed): boolean {
  if (typeof value === 'boolean') return value;
  if (value !== undefined && value !== null) malformed(field);
  return false;
}

/** An unknown status reads as `draft`: what nobody declared published must not be shown as published. */
export function status(value: unknown, malformed: OnMalformed): Status {
  const known = STATUSES.find((candidate) => candidate === value);
  if (known === undefined) malformed('status');
  return known ?? 'draft';
}

/** ISO 8601 with milliseconds and a numeric offset, as in `2026-01-31T09:30:00.123+00:00`. */
export function timestamp(value: unknown, field: string, malformed: OnMalformed): string {
  let date = value instanceof Date ? value : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) {
    malformed(field);
    const parsed = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined;
    date = parsed !== undefined && !Number.isNaN(parsed.getTime()) ? parsed : new Date(0);
  }
  return `${date.toISOString().slice(0, -1)}+00:00`;
}

export type Fields = Readonly<Record<string, unknown>>;
const NO_FIELDS: Fields = {};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** A nested document, or one without fields. */
export function fields(value: unknown, field: string, malformed: OnMalformed): Fields {
  if (isFields(value)) return value;
  if (value !== undefined && value !== null) malformed(field);
  return NO_FIELDS;
}

/** A list of nested documents; an element of another kind is malformed and left out. */
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
 * String keys to string values; a value of another plain type is written as text, anything deeper is left out. Where
 * nothing is malformed the object that was read is returned itself: a page may hold tens of thousands of such entries.
 */
export function textMap(value: unknown, field: string, malformed: OnMalformed): Readonly<Record<string, string>> {
  const read = fields(value, field, malformed);
  if (Object.values(read).every((entry) => typeof entry === 'string')) return read as Readonly<Record<string, string>>;
  const texts = Object.entries(read).flatMap(([key, entry]) => {
    if (typeof entry === 'string') return [[key, entry] as const];
    malformed(field);
    return typeof entry === 'number' || typeof entry === 'boolean' ? [[key, String(entry)] as const] : [];
  });
  return Object.fromEntries(texts);
}
