/** Finds fields that a record has and its schema doesn't. The schema itself drops them silently. */
import * as z from 'zod';

/**
 * The fields of an object by name. A field that is an object, or a list of objects, has its own map; any other field
 * has null.
 */
export type KnownFields = ReadonlyMap<string, KnownFields | null>;

export const knownFields = (schema: z.ZodObject): KnownFields =>
  new Map(Object.entries(schema.shape).map(([name, field]) => [name, knownInside(field)]));

function knownInside(schema: unknown): KnownFields | null {
  if (schema instanceof z.ZodObject) return knownFields(schema);
  if (schema instanceof z.ZodArray) return knownInside(schema.element);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return knownInside(schema.unwrap());
  return null;
}

/** The paths of unknown fields in a value that its schema accepts, such as `images.colour`, each once. */
export function unknownFields(value: object, known: KnownFields): readonly string[] {
  const found = new Set<string>();
  collect(value, known, '', found);
  return [...found];
}

function collect(value: object, known: KnownFields, path: string, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, known, path, found);
    return;
  }
  for (const [name, field] of Object.entries(value)) {
    const inside = known.get(name);
    if (inside === undefined) found.add(path + name);
    else if (inside !== null) collect(field, inside, `${path}${name}.`, found);
    else if (hasProto(field)) found.add(`${path}${name}.__proto__`);
  }
}

/** Whether an object with any keys has `__proto__`, the one key that a record of zod drops. */
const hasProto = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__');
