/**
 * Turns change events into what has to be read again. An event never carries data: only keys leave the server, so a
 * document of 16 MB makes a small event, and a value that the driver cannot decode cannot stop the stream.
 */
import type { ChangeStreamDocument, Document } from 'mongodb';
import { RELATED_FIELDS } from '../documents/related-fields.ts';

/** Products to read again, by id. */
interface ProductsChange {
  readonly kind: 'products';
  readonly ids: readonly string[];
}

/** A collection or a merchant whose products have to be read again. */
export interface RelatedChange {
  readonly kind: 'collection' | 'merchant';
  readonly id: string;
}

/** The whole index has to be rebuilt, because a collection of MongoDB was dropped or renamed. */
interface EverythingChange {
  readonly kind: 'everything';
  readonly reason: string;
}

export type Change = ProductsChange | RelatedChange | EverythingChange;

/** Search documents are made from these collections. They hold nothing of a location but its id, which the product has. */
const FOLLOWED_COLLECTIONS = ['products', 'collections', 'memberships', 'merchants', 'merchant_languages'];

/** The names of the top-level fields that an update event changed; null when the event has no full description of it. */
const UPDATED_FIELDS = {
  $map: {
    input: {
      $concatArrays: [
        { $map: { input: { $objectToArray: '$updateDescription.updatedFields' }, in: '$$this.k' } },
        '$updateDescription.removedFields',
        '$updateDescription.truncatedArrays.field',
      ],
    },
    // An update of a nested field has a dotted name, such as `images.0.path`.
    in: { $first: { $split: ['$$this', '.'] } },
  },
};

/** Matches updates that change at least one of these fields, and updates without a description. */
const changesOneOf = (fields: readonly string[]) => ({
  $expr: { $ne: [{ $setIntersection: [UPDATED_FIELDS, fields] }, []] },
});

/**
 * The pipeline of the change stream. MongoDB drops updates that cannot change a search document, and reduces every other
 * event to its keys and times.
 */
export const CHANGE_PIPELINE: readonly Document[] = [
  {
    $match: {
      $or: [
        { 'ns.coll': { $in: FOLLOWED_COLLECTIONS } },
        { 'to.coll': { $in: FOLLOWED_COLLECTIONS } },
        { operationType: { $in: ['dropDatabase', 'invalidate'] } },
      ],
    },
  },
  // The first language of a merchant is detected before its first document is made.
  { $match: { $nor: [{ 'ns.coll': 'merchant_languages', operationType: 'insert' }] } },
  {
    $match: {
      $or: [
        { operationType: { $ne: 'update' } },
        { 'ns.coll': { $nin: Object.keys(RELATED_FIELDS) } },
        ...Object.entries(RELATED_FIELDS).map(([name, fields]) => ({ 'ns.coll': name, ...changesOneOf(fields) })),
      ],
    },
  },
  { $project: { operationType: 1, ns: 1, to: 1, documentKey: 1, clusterTime: 1, wallTime: 1 } },
];

/** Returns what has to be read again after an event of CHANGE_PIPELINE; null when nothing has to. */
export function changeOf(event: ChangeStreamDocument): Change | null {
  switch (event.operationType) {
    case 'insert':
    case 'update':
    case 'replace':
    case 'delete':
      return documentChange(event.ns.coll, event.documentKey._id);
    case 'drop':
    case 'rename':
    case 'dropDatabase':
    case 'invalidate':
      return { kind: 'everything', reason: `MongoDB reported ${event.operationType}` };
    default:
      return null;
  }
}

function documentChange(collection: string, id: unknown): Change | null {
  if (typeof id !== 'string') return null;
  switch (collection) {
    case 'products':
      return { kind: 'products', ids: [id] };
    case 'memberships':
      return { kind: 'products', ids: productIdsOf(id) };
    case 'collections':
      return { kind: 'collection', id };
    case 'merchants':
    case 'merchant_languages':
      return { kind: 'merchant', id };
    default:
      return null;
  }
}

/**
 * Returns the product ids that a membership's id `<collectionId>:<productId>` can mean. Both ids may contain colons, so
 * each split is a candidate. Reading a product too many does no harm.
 */
function productIdsOf(membershipId: string): string[] {
  const parts = membershipId.split(':');
  return parts.slice(1).map((_part, index) => parts.slice(index + 1).join(':'));
}
