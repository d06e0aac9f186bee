/**
 * Maps a change event to what it invalidates. The pre-image names the owner of an updated or deleted document. Without
 * a pre-image, or without other data that it needs, an event invalidates everything.
 */
import type { ChangeStreamDocument, Document } from 'mongodb';
import { eventsOf, UPDATED_PATHS } from '../catalogue/change-stream-stages.ts';
import { idText, isText } from '../catalogue/values.ts';
import { type Tag, tagsOfFields } from './cache-tags.ts';

export interface Invalidation {
  /** The ids of the merchants, or the hash of the access token. */
  readonly owners: readonly string[];
  readonly tags: readonly Tag[];
  readonly productIds: readonly string[];
}

/** The watched collections, each with its tag: pages, searches and access depend on them. */
const FOLLOWED: Readonly<Record<string, Tag>> = {
  merchants: 'merchant',
  locations: 'locations',
  products: 'products',
  collections: 'collections',
  memberships: 'memberships',
  search_rules: 'rules',
  merchant_languages: 'language',
  access_tokens: 'token',
};

const BEFORE = { $objectToArray: '$fullDocumentBeforeChange' };
const AFTER = { $objectToArray: '$fullDocument' };

/** The names of the fields that a replacement changes. Many writers replace whole documents. */
const REPLACED: Document = {
  $map: {
    input: { $setUnion: [{ $setDifference: [BEFORE, AFTER] }, { $setDifference: [AFTER, BEFORE] }] },
    in: '$$this.k',
  },
};

/** Keeps events small: the owners before and after the change, and the changed paths without their values. */
export const PIPELINE: Document[] = [
  eventsOf(Object.keys(FOLLOWED)),
  {
    $project: {
      operationType: 1,
      ns: 1,
      documentKey: 1,
      'fullDocument.merchantId': 1,
      'fullDocumentBeforeChange.merchantId': 1,
      'updateDescription.updatedFields.merchantId': 1,
      'fullDocument.productId': 1,
      'fullDocumentBeforeChange.productId': 1,
      'updateDescription.updatedFields.productId': 1,
      // Null if an operand is missing.
      changedPaths: { $cond: [{ $eq: ['$operationType', 'replace'] }, REPLACED, UPDATED_PATHS] },
    },
  },
];

/** A change event as the pipeline projects it. */
interface ProjectedEvent {
  readonly fullDocument?: Document;
  readonly fullDocumentBeforeChange?: Document;
  readonly updateDescription?: { readonly updatedFields?: Document };
  readonly changedPaths?: readonly string[] | null;
}

/** Returns null if the event invalidates everything of all merchants. */
export function invalidationBy(event: ChangeStreamDocument): Invalidation | null {
  if (!('documentKey' in event) || event.documentKey === undefined) return null;
  const tag = FOLLOWED[event.ns.coll];
  const id = idText(event.documentKey._id);
  const owners = tag === 'merchant' || tag === 'language' || tag === 'token' ? [id] : valuesOf(event, 'merchantId');
  if (tag === undefined || owners === null) return null;
  if (tag === 'products') return { owners, tags: tagsOfProduct(event), productIds: [id] };
  if (tag !== 'memberships') return { owners, tags: [tag], productIds: [] };
  const productIds = valuesOf(event, 'productId');
  // The product is unknown. Invalidate the merchant's collections instead, which all its products include.
  return productIds === null
    ? { owners, tags: [tag, 'collections'], productIds: [] }
    : { owners, tags: [tag], productIds };
}

/** An insert or a delete changes which products exist, and so all lists. */
function tagsOfProduct(event: ChangeStreamDocument): readonly Tag[] {
  const { changedPaths = null } = event as ProjectedEvent;
  const isChange = event.operationType === 'update' || event.operationType === 'replace';
  if (!isChange || changedPaths === null) return ['products'];
  return tagsOfFields(new Set(changedPaths.map((path) => path.split('.', 1)[0] ?? '')));
}

/** The values of a text field before and after an event. Null if the value before is unknown. */
function valuesOf(event: ChangeStreamDocument & { documentKey: Document }, field: string): string[] | null {
  const { fullDocument, fullDocumentBeforeChange, updateDescription } = event as ProjectedEvent;
  const before = event.documentKey[field] ?? fullDocumentBeforeChange?.[field];
  const after = fullDocument?.[field] ?? updateDescription?.updatedFields?.[field];
  // An insert has no value before. Any other event has a previous owner, whose data must be invalidated too.
  if (event.operationType !== 'insert' && typeof before !== 'string') return null;
  return [before, after].filter(isText);
}
