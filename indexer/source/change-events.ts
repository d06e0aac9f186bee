/**
 * From change events to what may have changed. An event says only that: which products to read again. It carries the key
 * alone, which is why a membership's key tells its collection and product: a value that no driver can read must not stop the stream.
 */
import type { ChangeStreamDocument, Document } from 'mongodb';

/** Products to read again by id; the products of a collection or a merchant; or everything, when a collection went. */
export type Change =
  | { readonly kind: 'products'; readonly ids: readonly string[] }
  | { readonly kind: 'collection' | 'merchant'; readonly id: string }
  | { readonly kind: 'everything'; readonly reason: string };

/** What the index is made from. Locations are not among them: no text of a location is in a search document. */
const FOLLOWED = ['products', 'collections', 'memberships', 'merchants'] as const;
type Followed = (typeof FOLLOWED)[number];

/** Selects the followed events and makes them small, whatever the size of the document. */
export const CHANGE_PIPELINE: readonly Document[] = [
  {
    $match: {
      $or: [
        { 'ns.coll': { $in: FOLLOWED } },
        { 'to.coll': { $in: FOLLOWED } },
        { operationType: { $in: ['dropDatabase', 'invalidate'] } },
      ],
    },
  },
  { $project: { operationType: 1, ns: 1, to: 1, documentKey: 1, clusterTime: 1 } },
];

/** What an event of CHANGE_PIPELINE asks for; null when it asks for nothing. */
export function changeOf(event: ChangeStreamDocument): Change | null {
  switch (event.operationType) {
    case 'insert':
    case 'update':
    case 'replace':
    case 'delete':
      return documentChange(event.ns.coll as Followed, event.documentKey._id);
    case 'drop':
    case 'rename':
    case 'dropDatabase':
    case 'invalidate':
      return { kind: 'everything', reason: `MongoDB reported ${event.operationType}` };
    default:
      return null;
  }
}

function documentChange(collection: Followed, id: unknown): Change | null {
  if (typeof id !== 'string') return null;
  switch (collection) {
    case 'products':
      return { kind: 'products', ids: [id] };
    case 'memberships':
      return { kind: 'products', ids: productIdsIn(id) };
    case 'collections':
      return { kind: 'collection', id };
    case 'merchants':
      return { kind: 'merchant', id };
    default:
      return null;
  }
}

/** Ids may hold colons themselves, so every split is a candidate: reading a product too many does no harm. */
function productIdsIn(membershipId: string): string[] {
  const parts = membershipId.split(':');
  return parts.slice(1).map((_part, index) => parts.slice(index + 1).join(':'));
}
