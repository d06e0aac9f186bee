/**
 * What a write invalidates, by its change event. Pre-images name the owner of what was updated or deleted; without one, or
 * without anything else that it needs, an event invalidates everything.
 */
import type { ChangeStreamDocument, Document } from 'mongodb';
import { type Tag, tagsOfFields } from './cache-tags.ts';

export interface Invalidation {
  /** The merchants, or the access token. */
  readonly owners: readonly string[];
  readonly tags: readonly Tag[];
  readonly productIds: readonly string[];
}

/** The collections that pages and searches are made from, and that decide who may see them, each with its tag. */
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

const UPDATED: Document = {
  $concatArrays: [
    { $map: { input: { $objectToArray: '$updateDescription.updatedFields' }, in: '$$this.k' } },
    '$updateDescription.removedFields',
    '$updateDescription.truncatedArrays.field',
  ],
};

const BEFORE = { $objectToArray: '$fullDocumentBeforeChange' };
const AFTER = { $objectToArray: '$fullDocument' };

/** The fields that another document in its place has not, or has otherwise: shops often write whole documents. */
const REPLACED: Document = {
  $map: {
    input: { $setUnion: [{ $setDifference: [BEFORE, AFTER] }, { $setDifference: [AFTER, BEFORE] }] },
    in: '$$this.k',
  },
};

/** Small events: whose document it was and is, and the paths that were changed, without the values. */
export const PIPELINE: Document[] = [
  {
    $match: {
      $or: [
        { 'ns.coll': { $in: Object.keys(FOLLOWED) } },
        { 'to.coll': { $in: Object.keys(FOLLOWED) } },
        { operationType: { $in: ['dropDatabase', 'invalidate'] } },
      ],
    },
  },
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
      // Null where one of them is not told.
      changedPaths: { $cond: [{ $eq: ['$operationType', 'replace'] }, REPLACED, UPDATED] },
    },
  },
];

/** An event as the pipeline leaves it. */
interface ProjectedEvent {
  readonly fullDocument?: Document;
  readonly fullDocumentBeforeChange?: Document;
  readonly updateDescription?: { readonly updatedFields?: Document };
  readonly changedPaths?: readonly string[] | null;
}

/** Null: everything of all merchants. */
export function invalidationBy(event: ChangeStreamDocument): Invalidation | null {
  if (!('documentKey' in event) || event.documentKey === undefined) return null;
  const tag = FOLLOWED[event.ns.coll];
  const id = String(event.documentKey._id);
  const owners = tag === 'merchant' || tag === 'language' || tag === 'token' ? [id] : valuesOf(event, 'merchantId');
  if (tag === undefined || owners === null) return null;
  if (tag === 'products') return { owners, tags: tagsOfProduct(event), productIds: [id] };
  if (tag !== 'memberships') return { owners, tags: [tag], productIds: [] };
  const productIds = valuesOf(event, 'productId');
  // Where it is not known whose collections changed, it is as if the collections had: all products are shown with these.
  return productIds === null
    ? { owners, tags: [tag, 'collections'], productIds: [] }
    : { owners, tags: [tag], productIds };
}

/** An insert or a delete changes which products there are, and with that all lists. */
function tagsOfProduct(event: ChangeStreamDocument): readonly Tag[] {
  const { changedPaths = null } = event as ProjectedEvent;
  const isChange = event.operationType === 'update' || event.operationType === 'replace';
  if (!isChange || changedPaths === null) return ['products'];
  return tagsOfFields(new Set(changedPaths.map((path) => path.split('.', 1)[0] ?? '')));
}

/** A text field of a document before and after an event. Null where it is not known what it was before. */
function valuesOf(event: ChangeStreamDocument & { documentKey: Document }, field: string): string[] | null {
  const { fullDocument, fullDocumentBeforeChange, updateDescription } = event as ProjectedEvent;
  const before = event.documentKey[field] ?? fullDocumentBeforeChange?.[field];
  const after = fullDocument?.[field] ?? updateDescription?.updatedFields?.[field];
  // An insert has nothing before it; anything else had an owner, who must be told too.
  if (event.operationType !== 'insert' && typeof before !== 'string') return null;
  return [before, after].filter((value) => typeof value === 'string');
}
