/** Composes `GET /v1/products`, and the product functions that other resources use. */
import type { RequestHandler } from 'express';
import type { ConfigOf } from '../../config.ts';
import { createFindIncludes, type FindIncludes } from '../../products/includes.ts';
import { createProductRepository, type ProductRepository } from '../../products/repository.ts';
import { getProduct, listProducts } from '../../products/routes.ts';
import type { SerialiseOptions } from '../../products/serialise.ts';
import { createFindMerchant, type FindMerchant } from '../../tenancy/merchants.ts';
import type { Cache } from './cache.ts';
import type { Engines } from './engines.ts';

export interface Products {
  readonly products: ProductRepository;
  readonly findMerchant: FindMerchant;
  readonly findIncludes: FindIncludes;
  readonly serialiseOptions: SerialiseOptions;
  readonly routes: { readonly products: RequestHandler; readonly product: RequestHandler };
}

export function createProducts(
  config: ConfigOf<'api'>,
  engines: Engines,
  { budget, versions, pages }: Cache,
): Products {
  const { catalogue, limiters, metrics, reads } = engines;
  const serialiseOptions: SerialiseOptions = {
    imageBaseUrls: { download: config.IMAGE_DOWNLOAD_BASE_URL, upload: config.IMAGE_UPLOAD_BASE_URL },
    onMalformed: metrics.malformedValue,
  };
  const products = createProductRepository({ catalogue, versions, budget });
  const findMerchant = createFindMerchant({ catalogue, versions, maxBytes: budget.merchants, read: reads.mongodb });
  const findIncludes = createFindIncludes({ catalogue, versions, findMerchant, budget });
  const dependencies = {
    ...{ products, findIncludes, serialiseOptions, pages },
    read: reads.mongodb,
    mongodbLimiter: limiters.mongodb,
    maxPerPage: config.MAX_PER_PAGE,
  };
  const routes = { products: listProducts(dependencies), product: getProduct(dependencies) };
  return { products, findMerchant, findIncludes, serialiseOptions, routes };
}
