/** The OpenAPI description that an API serves, as far as the tests read it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Api } from '../../support/service.ts';

/** A JSON Schema, as far as the tests read it. */
export interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export const readDescription = async (api: Api): Promise<Description> =>
  (await api.request<Description>('/openapi.json')).body;

/** Resolves a `$ref`. */
export function resolve<T extends { readonly $ref?: string }>(description: Description, part: T): T {
  if (part.$ref === undefined) return part;
  const steps = part.$ref.slice(2).split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], description) as T;
}

/** In the description responses are open, so that fields can be added. The tests allow no field that isn't described. */
const closeObjects = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
    ? Object.assign(value, { additionalProperties: false })
    : value;

/**
 * Returns a function that validates a value by a schema of the description, without other fields. Its result is empty
 * for a valid value.
 */
export function createValidator(description: Description): (schema: Schema, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(JSON.parse(JSON.stringify(description), closeObjects), 'description');
  // Compiling a schema takes longer than validating many values.
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const absolute = JSON.stringify(schema).replaceAll('"#/', '"description#/');
    const validate = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute, closeObjects) as object);
    compiled.set(absolute, validate);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  };
}

/** The paths of all properties of a schema, as in `.data[].images[].url.download`. */
export function propertiesOfSchema(description: Description, schema: Schema, at = ''): string[] {
  const { properties = {}, items } = resolve(description, schema);
  const inside = items === undefined ? [] : propertiesOfSchema(description, items, `${at}[]`);
  const own = Object.entries(properties).flatMap(([name, property]) => [
    `${at}.${name}`,
    ...propertiesOfSchema(description, property, `${at}.${name}`),
  ]);
  return [...inside, ...own];
}

/** The paths of all properties of a value, in the same form. */
export function propertiesOfValue(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => propertiesOfValue(item, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, property]) => [
    `${at}.${name}`,
    ...propertiesOfValue(property, `${at}.${name}`),
  ]);
}
