/** `GET /v1/collections`: a page of the token merchant's collections, each with its first products. */
import type { RequestHandler } from 'express';
import { scopeOf } from '../http/context.ts';
import { sendPage } from '../http/respond.ts';
import { parseQuery } from '../http/validation.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import type { Presenter } from '../products/presentation.ts';
import { collectionsParameters } from './parameters.ts';
import { presentCollection, truncationHeaders } from './presentation.ts';
import type { CollectionRepository } from './repository.ts';

export interface CollectionsDependencies {
  readonly collections: CollectionRepository;
  readonly presenter: Presenter;
  readonly metrics: ApiMetrics;
  readonly maxPerPage: number;
  /** At most so many products are sent with each collection. */
  readonly productsLimit: number;
}

export function listCollections(dependencies: CollectionsDependencies): RequestHandler {
  const { collections, presenter, metrics, maxPerPage, productsLimit } = dependencies;
  const parameters = collectionsParameters(maxPerPage);
  return async (request, response) => {
    const scope = scopeOf(response);
    const asked = parseQuery(request.originalUrl, parameters);
    const page = await metrics.timed('mongodb', 'collections.page', () =>
      collections.findPage(scope, asked, productsLimit),
    );
    response.set(truncationHeaders(page.collections));
    const data = page.collections.map((collection) => presentCollection(collection, presenter));
    sendPage(response, { resource: 'collections', request: asked, total: page.total, data });
  };
}
