/**
 * What a write touched, by what the change stream tells of it. Before-images tell the owner of what was updated or deleted;
 * where they are missing, or anything else is not told, everything was touched.
 */
import type { ChangeStreamDocument, Document } from 'mongodb';
import { type Part, partsOfFields } from './parts.ts';

export interface Touched {
  /** The merchants, or the access token. */
  readonly owners: readonly string[];
  readonly parts: readonly Part[];
  readonly productIds: readonly string[];
}

/** What pages and searches are made from, and who may see them: each with its part. */
const FOLLOWED: Readonly<Record<string, Part>> = {
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
interface Told {
  readonly fullDocument?: Document;
  readonly fullDocumentBeforeChange?: Document;
  readonly updateDescription?: { readonly updatedFields?: Document };
  readonly changedPaths?: readonly string[] | null;
}

/** Null: everything, of all merchants. */
export function touchedBy(event: ChangeStreamDocument): Touched | null {
  if (!('documentKey' in event) || event.documentKey === undefined) return null;
  const part = FOLLOWED[event.ns.coll];
  const id = String(event.documentKey._id);
  const owners = part === 'merchant' || part === 'language' || part === 'token' ? [id] : valuesOf(event, 'merchantId');
  if (part === undefined || owners === null) return null;
  if (part === 'products') return { owners, parts: partsOfProduct(event), productIds: [id] };
  if (part !== 'memberships') return { owners, parts: [part], productIds: [] };
  const productIds = valuesOf(event, 'productId');
  // Where it is not known whose collections changed, it is as if the collections had: all products are shown with these.
  return productIds === null
    ? { owners, parts: [part, 'collections'], productIds: [] }
    : { owners, parts: [part], productIds };
}

/** An insert or a delete changes which products there are, and with that all lists. */
function partsOfProduct(event: ChangeStreamDocument): readonly Part[] {
  const { changedPaths = null } = event as Told;
  const isChange = event.operationType === 'update' || event.operationType === 'replace';
  if (!isChange || changedPaths === null) return ['products'];
  return partsOfFields(new Set(changedPaths.map((path) => path.split('.', 1)[0] ?? '')));
}

/** A text field of a document before and after an event. Null where it is not known what it was before. */
function valuesOf(event: ChangeStreamDocument & { documentKey: Document }, field: string): string[] | null {
  const { fullDocument, fullDocumentBeforeChange, updateDescription } = event as Told;
  const before = event.documentKey[field] ?? fullDocumentBeforeChange?.[field];
  const after = fullDocument?.[field] ?? updateDescription?.updatedFields?.[field];
  // An insert has nothing before it; anything else had an owner, who must be told too.
  if (event.operationType !== 'insert' && typeof before !== 'string') return null;
  return [before, after].filter((value) => typeof value === 'string');
}
