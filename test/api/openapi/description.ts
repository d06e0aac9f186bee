/** The description that an API process serves, as the tests read it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Api } from '../../support/service.ts';

/** A JSON Schema, as far as the tests look into it. */
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

/** What a reference in the description leads to. */
export function resolve<T extends { readonly $ref?: string }>(description: Description, part: T): T {
  if (part.$ref === undefined) return part;
  const steps = part.$ref.slice(2).split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], description) as T;
}

/** What is wrong with a value by a schema of the description; empty when nothing is. */
export function createValidator(description: Description): (schema: Schema, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(description, 'description');
  return (schema, value) => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"description#/')) as object;
    const validate = ajv.compile(absolute);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  };
}

/** Every property that a schema names, as in `data.0.images.0.url.download`. */
export function namedIn(description: Description, schema: Schema, at = ''): string[] {
  const { properties = {}, items } = resolve(description, schema);
  const inside = items === undefined ? [] : namedIn(description, items, `${at}[]`);
  const own = Object.entries(properties).flatMap(([name, property]) => [
    `${at}.${name}`,
    ...namedIn(description, property, `${at}.${name}`),
  ]);
  return [...inside, ...own];
}

/** Every property that a value has, in the same words. */
export function presentIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => presentIn(item, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, property]) => [
    `${at}.${name}`,
    ...presentIn(property, `${at}.${name}`),
  ]);
}
