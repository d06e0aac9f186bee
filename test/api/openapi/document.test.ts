/**
 * The OpenAPI description has exactly the routes, parameters and codes of the app, valid examples, and no Spectral
 * findings.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { IRouter } from 'express';
import { pino } from 'pino';
import { type AppDependencies, createApp } from '../../../src/api/app.ts';
import { collectionsParameters } from '../../../src/collections/parameters.ts';
import { readConfig } from '../../../src/config.ts';
import { productsParameters } from '../../../src/products/parameters.ts';
import { createApiMetrics } from '../../../src/runtime/monitoring/metrics.ts';
import { PROBLEMS } from '../../../src/runtime/problems.ts';
import { searchBody } from '../../../src/search/products/parameters.ts';
import { resultsBody } from '../../../src/search/results/parameters.ts';
import { suggestionsParameters } from '../../../src/search/suggestions/parameters.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { RESOURCES } from '../resources.ts';
import { createValidator, type Description, propertiesOfSchema, readDescription, resolve } from './description.ts';

let service: TestService;
let api: Api;
const descriptions: Description[] = [];

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  api = await service.startApi({ RATE_LIMIT_PER_SECOND: '1000' });
  const other = await service.startApi({
    SEARCH_RESPONSE_FORM: 'B',
    MAX_PER_PAGE: '7',
    MAX_SEARCH_LIMIT: '5',
    FAILED_AUTHENTICATIONS_PER_MINUTE: '0',
  });
  descriptions.push(await readDescription(api), await readDescription(other));
});
afterAll(() => service.stop());

const each = [
  ['form A, limits on', 0],
  ['form B, limits off', 1],
] as const;
const description = (index: number): Description => descriptions[index] as Description;

/** The routes of the app, as in `get /v1/products`. */
function routesOfApp(): string[] {
  const unused = () => undefined;
  const dependencies = {
    logger: pino({ level: 'silent' }),
    metrics: createApiMetrics(),
    routes: {
      products: unused,
      product: unused,
      search: unused,
      results: unused,
      suggestions: unused,
      collections: unused,
    },
  } as unknown as AppDependencies;
  const { stack } = createApp(readConfig('api', service.variables), dependencies).router as IRouter;
  return stack.flatMap(({ route }) => {
    const path = route?.path.replaceAll(/:(\w+)/g, '{$1}');
    const methods = new Set((route?.stack ?? []).flatMap(({ method }) => (method === undefined ? [] : [method])));
    // The route of all methods handles the 405.
    return methods.size > 1 ? [] : [...methods].map((method) => `${method} ${path}`);
  });
}

test.each(each)('%s: every route of the app is described, and no other', (_what, index) => {
  const described = Object.entries(description(index).paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  expect(described.toSorted()).toEqual(routesOfApp().toSorted());
  expect(described).toContain('post /v1/products/search');
});

test.each(each)('%s: every validated parameter is described, and no other', (_what, index) => {
  const { paths } = description(index);
  const queryOf = (path: string) =>
    (paths[path]?.get?.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  expect(queryOf('/v1/products')).toEqual(Object.keys(productsParameters(1).shape));
  expect(queryOf('/v1/collections')).toEqual(Object.keys(collectionsParameters(1).shape));
  expect(queryOf('/v1/search/suggestions')).toEqual(Object.keys(suggestionsParameters.shape));
  for (const [path, { shape }] of [
    ['/v1/products/search', searchBody(1)],
    ['/v1/search', resultsBody],
  ] as const) {
    const body = paths[path]?.post?.requestBody?.content['application/json']?.schema ?? {};
    expect(propertiesOfSchema(description(index), body).toSorted()).toEqual(
      [
        ...Object.keys(shape).map((name) => `.${name}`),
        ...Object.keys(shape.filter.unwrap().shape).map((name) => `.filter.${name}`),
        '.filter.price.min',
        '.filter.price.max',
      ].toSorted(),
    );
  }
});

test('the requests of test/api/resources.ts are those of every described resource', () => {
  const described = Object.entries(description(0).paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace('{id}', 'p1')}`),
  );
  const sent = RESOURCES.map(([method, path]) => `${method} ${path.replace(/\?.*/, '')}`);
  expect(sent.toSorted()).toEqual(described.filter((each) => each.includes(' /v1/')).toSorted());
});

test('the limits are those of the process', () => {
  const schemaOf = (path: string, parameter: string, index: number) =>
    description(index).paths[path]?.get?.parameters?.find(({ name }) => name === parameter)?.schema;
  const perPageOf = (index: number) => schemaOf('/v1/products', 'perPage', index);
  expect(perPageOf(0)).toMatchObject({ type: 'integer', minimum: 1, maximum: 500, default: 100 });
  expect(perPageOf(1)).toMatchObject({ type: 'integer', minimum: 1, maximum: 7, default: 7 });
  const limit = { type: 'integer', minimum: 1, maximum: 20, default: 8 };
  expect(schemaOf('/v1/search/suggestions', 'limit', 0)).toMatchObject(limit);
  const searchOf = (index: number) => description(index).paths['/v1/products/search']?.post;
  expect(searchOf(0)?.responses['200']?.content?.['application/json']?.schema).toHaveProperty('type', 'array');
  expect(searchOf(1)?.responses['200']?.content?.['application/json']?.schema).toHaveProperty('$ref');
  expect([searchOf(0)?.responses['429'], searchOf(1)?.responses['429']]).toEqual([expect.anything(), undefined]);
  expect(Object.keys(searchOf(0)?.responses['200']?.headers ?? {})).toContain('RateLimit');
  expect(Object.keys(searchOf(1)?.responses['200']?.headers ?? {})).not.toContain('RateLimit');
});

/** The lists among the alternatives of a schema, and of the schemas in it, whose items are an enum or an object inline. */
function unnamedItems(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const { anyOf = [] } = value as { anyOf?: { items?: object; properties?: Record<string, { items?: object }> }[] };
  const lists = anyOf.flatMap((choice) => [choice, ...Object.values(choice.properties ?? {})]);
  const unnamed = lists.filter(({ items = {} }) => 'enum' in items || 'properties' in items);
  return [...unnamed, ...Object.values(value).flatMap(unnamedItems)];
}

// oapi-codegen for Go names such items like another alternative, and openapi-python-client drops the schema.
test.each(each)('%s: in an anyOf, the items of lists have names', (_what, index) => {
  const { paths, components } = description(index);
  expect(unnamedItems([paths, components])).toEqual([]);
});

test.each(each)('%s: a response may have further fields, a request body may not', (_what, index) => {
  const CLOSED = '"additionalProperties":false';
  const { paths, components } = description(index);
  expect(JSON.stringify(components)).not.toContain(CLOSED);
  for (const { requestBody, responses } of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    expect(JSON.stringify(responses)).not.toContain(CLOSED);
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      expect(schema).toMatchObject({
        properties: { filter: { additionalProperties: false } },
        additionalProperties: false,
      });
  }
});

test('the list of codes is closed: each is described with its status, its title and an example', () => {
  const { responses, schemas } = description(0).components;
  expect(schemas.Problem?.properties?.code).toHaveProperty('enum', Object.keys(PROBLEMS));
  for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
    // A status is described if an operation names it.
    expect(Object.keys(responses)).toContain(`Problem${status}`);
    const response = responses[`Problem${status}`];
    expect(response).toHaveProperty('description', expect.stringContaining(`\`${code}\`: ${title}.`));
    const { examples = {} } = response?.content?.['application/problem+json'] ?? {};
    expect(examples[code]?.value).toMatchObject({ code, status, title });
  }
});

test.each(each)('%s: every example matches its schema', (_what, index) => {
  const errorsOf = createValidator(description(index));
  let examples = 0;
  for (const operations of Object.values(description(index).paths)) {
    for (const { parameters = [], requestBody, responses } of Object.values(operations)) {
      for (const { schema } of parameters) {
        for (const example of (schema as { examples?: unknown[] }).examples ?? []) {
          examples += 1;
          expect(errorsOf(schema, example)).toEqual([]);
        }
      }
      const described = Object.values(responses).map((response) => resolve(description(index), response));
      for (const content of [requestBody?.content ?? {}, ...described.map((each) => each.content ?? {})]) {
        for (const { schema, example, examples: more = {} } of Object.values(content)) {
          const values = [
            ...(example === undefined ? [] : [example]),
            ...Object.values(more).map(({ value }) => value),
          ];
          examples += values.length;
          for (const value of values) expect(errorsOf(schema, value)).toEqual([]);
        }
      }
    }
  }
  expect(examples).toBeGreaterThan(30);
});

test("Spectral's recommended rules find nothing, and without the info they find that it is missing", () => {
  const { info: _info, ...broken } = description(0) as Description & { info: unknown };
  const program = fileURLToPath(new URL('spectral.js', import.meta.url));
  const input = JSON.stringify([...descriptions, broken]);
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', input, maxBuffer: 2 ** 24 });
  expect(stderr).toBe('');
  const [formA, formB, without] = JSON.parse(stdout);
  expect([formA, formB]).toEqual([[], []]);
  expect(without).toContainEqual(expect.objectContaining({ code: 'info-contact' }));
});
