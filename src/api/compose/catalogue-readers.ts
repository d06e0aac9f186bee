/**
 * Composes what reads the catalogue from MongoDB: the routes of lists and of single products, and the functions that
 * search and authentication use, too.
 */
import type { RequestHandler } from 'express';
import { createFindCollectionPage } from '../../collections/repository.ts';
import { listCollections } from '../../collections/routes.ts';
import type { ConfigOf } from '../../config.ts';
import { createFindIncludes, type FindIncludes } from '../../products/includes.ts';
import { createProductRepository, type ProductRepository } from '../../products/repository.ts';
import { getProduct, listProducts } from '../../products/routes.ts';
import type { SerialiseOptions } from '../../products/serialise.ts';
import { createFindMerchant, createIsActive, type IsActive } from '../../tenancy/merchants.ts';
import type { Cache } from './cache.ts';
import type { Engines } from './engines.ts';

export interface CatalogueReaders {
  readonly routes: Readonly<Record<'products' | 'product' | 'collections', RequestHandler>>;
  readonly products: ProductRepository;
  readonly isActive: IsActive;
  readonly findIncludes: FindIncludes;
  readonly serialiseOptions: SerialiseOptions;
}

export function composeCatalogueReaders(
  config: ConfigOf<'api'>,
  { catalogue, metrics, reads }: Engines,
  { budget, versions, findCachedPage }: Cache,
): CatalogueReaders {
  const guardedRead = reads.mongodb;
  const serialiseOptions: SerialiseOptions = {
    imageBaseUrls: { download: config.IMAGE_DOWNLOAD_BASE_URL, upload: config.IMAGE_UPLOAD_BASE_URL },
    onMalformed: (kind, field) => metrics.malformedValues.inc({ kind, field }),
  };
  const products = createProductRepository({ catalogue, versions, budget });
  const findCollectionPage = createFindCollectionPage({
    catalogue,
    products,
    versions,
    budget,
    guardedRead,
    productsLimit: config.COLLECTION_PRODUCTS_LIMIT,
  });
  const isActive = createIsActive({ catalogue, versions, maxBytes: budget.activeMerchants, guardedRead });
  const findMerchant = createFindMerchant({ catalogue, versions, maxBytes: budget.merchants, guardedRead });
  const findIncludes = createFindIncludes({ catalogue, versions, findMerchant, budget });
  const common = {
    products,
    findCollectionPage,
    findIncludes,
    serialiseOptions,
    guardedRead,
    findCachedPage,
    maxPerPage: config.MAX_PER_PAGE,
  };
  const routes = {
    products: listProducts(common),
    product: getProduct(common),
    collections: listCollections(common),
  };
  return { routes, products, isActive, findIncludes, serialiseOptions };
}
