/**
 * Maps a stored collection and its first products to `schema.ts`, and makes the headers that name truncated
 * collections.
 */
import { flag, timestamp } from '../catalogue/values.ts';
import { serialiseImages } from '../products/images.ts';
import {
  malformedIn,
  type SerialiseOptions,
  serialiseCollectionHead,
  serialiseProductSummary,
} from '../products/serialise.ts';
import type { CollectionWithMembers } from './repository.ts';
import type { CollectionResponse } from './schema.ts';

export function serialiseCollection(
  { collection, members }: CollectionWithMembers,
  options: SerialiseOptions,
): CollectionResponse {
  const malformed = malformedIn(options, 'collection');
  const ofMembership = malformedIn(options, 'membership');
  return Object.assign(serialiseCollectionHead(collection, malformed), {
    images: serialiseImages(collection.images, options.imageBaseUrls, malformed),
    products: members.map(({ membership, product }) =>
      Object.assign(serialiseProductSummary(product, options), {
        hidePrice: flag(membership.hidePrice, 'hidePrice', ofMembership),
      }),
    ),
    createdAt: timestamp(collection.createdAt, 'createdAt', malformed),
    updatedAt: timestamp(collection.updatedAt, 'updatedAt', malformed),
  });
}

/** Clients reject response headers above some 8 to 16 KB, so the list of ids is bounded. */
const MAX_HEADER_CHARACTERS = 4000;

/**
 * The headers that name truncated collections: their ids, percent-encoded and separated by commas, and their number,
 * because a very long list of ids is itself truncated.
 */
export function truncationHeaders(collectionIds: readonly string[]): Record<string, string> {
  const ids = collectionIds.map((id) => encodeURIComponent(id.toWellFormed()));
  if (ids.length === 0) return {};
  let list = '';
  for (const id of ids) {
    if (list.length + id.length > MAX_HEADER_CHARACTERS) break;
    list += list === '' ? id : `, ${id}`;
  }
  return { 'Catalogue-Truncated': list, 'Catalogue-Truncated-Count': String(ids.length) };
}
