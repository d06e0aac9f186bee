/** Composes `GET /v1/collections`. */
import type { RequestHandler } from 'express';
import { createCollectionRepository } from '../../collections/repository.ts';
import { listCollections } from '../../collections/routes.ts';
import type { ConfigOf } from '../../config.ts';
import type { Cache } from './cache.ts';
import type { Engines } from './engines.ts';
import type { Products } from './products.ts';

export function createCollections(
  config: ConfigOf<'api'>,
  { catalogue, limiters, reads }: Engines,
  { budget, versions, pages }: Cache,
  { products, serialiseOptions }: Products,
): RequestHandler {
  return listCollections({
    ...{ pages, serialiseOptions },
    collections: createCollectionRepository({ catalogue, products, versions, budget, read: reads.mongodb }),
    mongodbLimiter: limiters.mongodb,
    maxPerPage: config.MAX_PER_PAGE,
    productsLimit: config.COLLECTION_PRODUCTS_LIMIT,
  });
}
