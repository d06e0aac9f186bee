/** What the pipelines of the change streams share: the cache and the indexer each follow one. */
import type { Document } from 'mongodb';

/**
 * Keeps the events of these collections, also those of a collection that is renamed to one of them, and the events that
 * end the stream.
 */
export const eventsOf = (collections: readonly string[]): Document => ({
  $match: {
    $or: [
      { 'ns.coll': { $in: collections } },
      { 'to.coll': { $in: collections } },
      { operationType: { $in: ['dropDatabase', 'invalidate'] } },
    ],
  },
});

/**
 * The paths that an update changed, those of nested fields with dots. Null if the event isn't an update, or has no
 * complete description.
 */
export const UPDATED_PATHS: Document = {
  $concatArrays: [
    { $map: { input: { $objectToArray: '$updateDescription.updatedFields' }, in: '$$this.k' } },
    '$updateDescription.removedFields',
    '$updateDescription.truncatedArrays.field',
  ],
};
