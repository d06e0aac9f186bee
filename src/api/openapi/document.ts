/** The OpenAPI 3.1 document of a process, as it is configured. */
import { createDocument, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { ConfigOf } from '../../config.ts';
import { catalogueOperations } from './catalogue-operations.ts';
import { headerComponents } from './headers.ts';
import { problemComponents } from './problems.ts';
import { introduction } from './quick-start.ts';
import { serviceOperations } from './service-operations.ts';

/**
 * Fields are added to responses without a new version, so a client must accept fields that it doesn't know. The schemas
 * of requests stay closed: there, an unknown field is an error.
 */
const openResponses: ZodOpenApiOverride = ({ io, jsonSchema }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

export function createApiDocument(config: ConfigOf<'api'>): ReturnType<typeof createDocument> {
  const { '/metrics': metrics, ...service } = serviceOperations;
  const paths: ZodOpenApiPathsObject = {
    ...catalogueOperations(config),
    ...service,
    ...(config.METRICS_PORT === undefined ? { '/metrics': metrics } : {}),
  };
  const responses = problemComponents(new Set(referencesIn(paths, 'responses/Problem').map(Number)));
  const named = referencesIn({ paths, responses }, 'headers/');
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Merchant catalogue',
        version: '1',
        description: introduction(config.SEARCH_RESPONSE_FORM),
        contact: { name: 'Whoever runs this service' },
      },
      servers: [{ url: '/', description: 'This process' }],
      tags: [
        { name: 'catalogue', description: 'Products and collections of the token’s merchant' },
        { name: 'service', description: 'The service itself; no token' },
      ],
      security: [{ token: [] }],
      paths,
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token: `cat_sk_…` sees all, `cat_pk_…` sees what is published.',
          },
        },
        headers: headerComponents(new Set(named)),
        responses,
      },
    },
    { override: openResponses },
  );
}

/** The names in all references to components of this kind, schemas left out. */
function referencesIn(part: object, kind: string): string[] {
  const pattern = new RegExp(`^#/components/${kind}(.+)$`);
  const names: string[] = [];
  JSON.stringify(part, (key, value: unknown) => {
    if (key === 'schema') return undefined;
    const name = key === '$ref' ? pattern.exec(String(value))?.[1] : undefined;
    if (name !== undefined) names.push(name);
    return value;
  });
  return names;
}
