/** `GET /v1/collections`: a page of the merchant's collections, each with its first products. */
import type { RequestHandler } from 'express';
import { idText } from '../catalogue/values.ts';
import type { FindCachedPage } from '../http/cached-page.ts';
import { listRoute, type ReadItems } from '../http/list-route.ts';
import type { SerialiseOptions } from '../products/serialise.ts';
import { limitResponse } from '../runtime/response-size.ts';
import { type CollectionsRequest, collectionsParameters } from './parameters.ts';
import { type CollectionWithMembers, type FindCollectionPage, TAGS } from './repository.ts';
import { serialiseCollection, truncationHeaders } from './serialise.ts';

interface CollectionsDependencies {
  readonly findCachedPage: FindCachedPage;
  readonly findCollectionPage: FindCollectionPage;
  readonly serialiseOptions: SerialiseOptions;
  readonly maxPerPage: number;
}

export function listCollections(dependencies: CollectionsDependencies): RequestHandler {
  const { findCollectionPage, serialiseOptions, maxPerPage, findCachedPage } = dependencies;

  const serialise = (found: CollectionWithMembers, limited: (json: string) => string) => ({
    id: idText(found.collection._id),
    truncated: found.truncated,
    productIds: found.members.map(({ product }) => idText(product._id)),
    json: limited(JSON.stringify(serialiseCollection(found, serialiseOptions))),
  });

  const readItems: ReadItems<CollectionsRequest> = async (scope, request, signal) => {
    const limited = limitResponse();
    const serialiseLimited = (collection: CollectionWithMembers) => serialise(collection, limited);
    const { total, collections: found } = await findCollectionPage(scope, request, serialiseLimited, signal);
    return {
      items: found.map(({ json }) => json),
      total,
      headers: truncationHeaders(found.filter(({ truncated }) => truncated).map(({ id }) => id)),
      tags: TAGS,
      productIds: found.flatMap(({ productIds }) => productIds),
    };
  };

  const parameters = collectionsParameters(maxPerPage);
  return listRoute({ resource: 'collections', parameters, findCachedPage, readItems });
}
