/**
 * Prints the OpenAPI document of an API with the default configuration, from which the client's types are generated.
 */
import { createApiDocument } from '../src/api/openapi/document.ts';
import { readConfig } from '../src/config.ts';

/** The addresses have no defaults, and the document doesn't depend on them. */
const config = readConfig('api', { MONGODB_URL: 'mongodb://127.0.0.1/catalogue', MEILISEARCH_URL: 'http://127.0.0.1' });

process.stdout.write(
  JSON.stringify(
    createApiDocument({
      servesMetrics: config.METRICS_PORT === undefined,
      maxPerPage: config.MAX_PER_PAGE,
      maxLimit: config.MAX_SEARCH_LIMIT,
      productsLimit: config.COLLECTION_PRODUCTS_LIMIT,
      form: config.SEARCH_RESPONSE_FORM,
      isLimited: config.RATE_LIMIT_PER_SECOND > 0,
      limitsFailures: config.FAILED_AUTHENTICATIONS_PER_MINUTE > 0,
    }),
  ),
);
