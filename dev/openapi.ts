/**
 * Prints the OpenAPI document of an API with the default configuration, from which the client's types are generated.
 */
import { createApiDocument } from '../src/api/openapi/document.ts';
import { readConfig } from '../src/config.ts';

/** The addresses have no defaults, and the document doesn't depend on them. */
const config = readConfig('api', { MONGODB_URL: 'mongodb://127.0.0.1/catalogue', MEILISEARCH_URL: 'http://127.0.0.1' });

process.stdout.write(JSON.stringify(createApiDocument(config)));
