/** `GET /v1/collections`: a page of the token merchant's collections, each with its first products. */
import type { RequestHandler } from 'express';
import { findPage } from '../http/reads.ts';
import { listPage, sendPage } from '../http/respond.ts';
import { parseQuery } from '../http/validation.ts';
import type { KeptPages, MadePage } from '../memory/pages.ts';
import type { Slots } from '../platform/slots.ts';
import type { SerialiseOptions } from '../products/serialise.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import { collectionsParameters } from './parameters.ts';
import { type CollectionRepository, type CollectionWithMembers, PARTS_READ } from './repository.ts';
import { serialiseCollection, truncationHeaders } from './serialise.ts';

export interface CollectionsDependencies {
  readonly collections: CollectionRepository;
  readonly pages: KeptPages;
  readonly slots: Slots;
  readonly serialising: SerialiseOptions;
  readonly maxPerPage: number;
  /** At most so many products are sent with each collection. */
  readonly productsLimit: number;
}

export function listCollections(dependencies: CollectionsDependencies): RequestHandler {
  const { collections, pages, slots, serialising, maxPerPage, productsLimit } = dependencies;
  const parameters = collectionsParameters(maxPerPage);

  async function read(url: string, scope: MerchantScope, isAbandoned: () => boolean): Promise<MadePage> {
    const request = parseQuery(url, parameters);
    const take = (found: CollectionWithMembers) => ({
      id: found.collection._id,
      truncated: found.truncated,
      productIds: found.members.map(({ product }) => String(product._id)),
      json: JSON.stringify(serialiseCollection(found, serialising)),
    });
    const { total, collections: found } = await collections.findPage(scope, request, {
      productsLimit,
      isAbandoned,
      take,
    });
    const headers = truncationHeaders(found.filter(({ truncated }) => truncated).map(({ id }) => id));
    const page = listPage(
      { resource: 'collections', url, request, total, headers },
      found.map(({ json }) => json),
    );
    return { page, parts: PARTS_READ, productIds: found.flatMap(({ productIds }) => productIds) };
  }

  return async (request, response) => {
    const url = request.originalUrl;
    const make = (scope: MerchantScope, isAbandoned: () => boolean) => read(url, scope, isAbandoned);
    await sendPage(request, response, await findPage(url, { pages, slots, response, make }));
  };
}
