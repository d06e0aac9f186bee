/**
 * Maps change events to the products to read again. Events carry no data: the server sends keys only, so a 16 MB
 * document makes a small event, and a value that the driver can't decode can't stop the stream.
 */
import type { ChangeStreamDocument, Document } from 'mongodb';
import { eventsOf, UPDATED_PATHS } from '../../src/catalogue/change-stream-stages.ts';
import { decodable } from '../../src/catalogue/decodable.ts';
import { RELATED_FIELDS } from '../products/related-fields.ts';

/** A collection or a merchant whose products have to be read again. */
export interface RelatedChange {
  readonly kind: 'collection' | 'merchant';
  readonly id: string;
}

type Change =
  | RelatedChange
  /** Products to read again, by id. */
  | { readonly kind: 'products'; readonly ids: readonly string[] }
  /** A collection of MongoDB was dropped or renamed. The whole index has to be rebuilt. */
  | { readonly kind: 'source dropped'; readonly reason: string };

/**
 * The collections that search documents are made from. Documents contain only the id of a location, which the product
 * already has.
 */
const FOLLOWED_COLLECTIONS = ['products', 'collections', 'memberships', 'merchants', 'merchant_languages'];

/** The top-level fields that an update event changed; null when the event has no complete description. */
const UPDATED_FIELDS = {
  $map: {
    input: UPDATED_PATHS,
    // Updates of nested fields have dotted names, such as `images.0.path`.
    in: { $first: { $split: ['$$this', '.'] } },
  },
};

/** Matches updates that change at least one of these fields, and updates without a description. */
const changesOneOf = (fields: readonly string[]) => ({
  $expr: { $ne: [{ $setIntersection: [UPDATED_FIELDS, fields] }, []] },
});

/**
 * The aggregation pipeline of the change stream. MongoDB drops updates that can't change a search document, and reduces
 * every other event to its keys and times.
 */
export const CHANGE_PIPELINE: readonly Document[] = [
  eventsOf(FOLLOWED_COLLECTIONS),
  // The indexer inserts the first language of a merchant before it maps the first product, so no document is outdated.
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
  {
    $project: {
      operationType: 1,
      ns: 1,
      to: 1,
      // Only texts are ids, and the driver may not be able to decode another value.
      documentKey: { _id: decodable('documentKey._id') },
      clusterTime: 1,
      wallTime: 1,
    },
  },
];

/** Returns what to read again after an event of CHANGE_PIPELINE; null when nothing is affected. */
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
      return { kind: 'source dropped', reason: `MongoDB reported ${event.operationType}` };
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

/** The candidates of a hundred thousand colons would take gigabytes. */
const MAX_CANDIDATE_CHARACTERS = 10_000_000;

/**
 * Returns the product ids that a membership's id `<collectionId>:<productId>` can contain. Both ids may contain colons,
 * so each split is a candidate. Reading an unaffected product does no harm. None if together they would be too long.
 */
function productIdsOf(membershipId: string): string[] {
  const parts = membershipId.split(':');
  if ((parts.length - 1) * membershipId.length > MAX_CANDIDATE_CHARACTERS) return [];
  return parts.slice(1).map((_part, index) => parts.slice(index + 1).join(':'));
}
