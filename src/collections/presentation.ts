/** Shows collections as the API answers them, and names those that were cut short. */
import type { OwnedStored } from '../data/collections.ts';
import { optionalText, status, text, timestamp } from '../data/values.ts';
import { oddIn, type Presenter, presentImages } from '../products/presentation.ts';
import type { CollectionAnswer } from './schema.ts';

/** A collection without its products: `collection-json.ts` adds these. */
export function presentCollection(collection: OwnedStored, presenter: Presenter): Omit<CollectionAnswer, 'products'> {
  const odd = oddIn(presenter, 'collection');
  return {
    id: String(collection._id),
    name: text(collection.name, 'name', odd),
    handle: text(collection.handle, 'handle', odd),
    description: optionalText(collection.description, 'description', odd),
    status: status(collection.status, odd),
    images: presentImages(collection.images, presenter, odd),
    createdAt: timestamp(collection.createdAt, 'createdAt', odd),
    updatedAt: timestamp(collection.updatedAt, 'updatedAt', odd),
  };
}

/** Clients refuse heads of more than some 8 to 16 KB, so the list of ids is bounded. */
const MAX_HEADER_CHARACTERS = 4000;

/**
 * The headers that tell which collections have more products than were sent: their ids, percent-encoded and separated
 * by commas, and how many they are, since a very long list is cut.
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
