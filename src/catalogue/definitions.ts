/**
 * What each collection of the database has: the validator that rejects broken documents, the indexes that serve the
 * queries, and whether its change events have pre-images. `setup.ts` creates it.
 */

interface NamedIndex {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly name: string;
  /** MongoDB removes a document this long after the date in the field. */
  readonly expireAfterSeconds?: number;
}

const named = (...parts: string[]): NamedIndex => ({
  key: Object.fromEntries(parts.map((part) => [part, 1])),
  name: parts.join('_'),
});

/** The fields that products can be sorted by, as the API names them; `id` is stored as `_id`. */
export const PRODUCT_SORT_FIELDS = [
  'createdAt',
  'updatedAt',
  'price',
  'quantity',
  'status',
  'featured',
  'handle',
  'currency',
  'id',
  'title',
  'subtitle',
  'barcode',
] as const;
export type ProductSortField = (typeof PRODUCT_SORT_FIELDS)[number];

/**
 * The index for one sort of one merchant's products, in both directions; products with equal keys are ordered by id.
 * `byStatus`: for a page of a single status, so that neither the page nor its count examines other products.
 */
export function productSortIndex(field: ProductSortField, byStatus: boolean): NamedIndex {
  const status = byStatus && field !== 'status' ? ['status'] : [];
  return named('merchantId', ...status, ...(field === 'id' ? [] : [field]), '_id');
}

const PRODUCT_INDEXES = [
  ...PRODUCT_SORT_FIELDS.map((field) => productSortIndex(field, false)),
  // A single status sorted by `id` or `status` uses the index of the sort by `status`.
  ...PRODUCT_SORT_FIELDS.filter((field) => field !== 'status' && field !== 'id').map((field) =>
    productSortIndex(field, true),
  ),
];

/** The index for a merchant's collections by age. `byStatus`: for those of a single status. */
export const collectionsIndex = (byStatus: boolean): NamedIndex =>
  named('merchantId', ...(byStatus ? ['status'] : []), 'createdAt', '_id');

/** The index for the collections of products. */
export const MEMBERSHIPS_BY_PRODUCT = named('merchantId', 'productId', 'collectionId');

/** The maximum length of an id, in characters. */
export const MAX_ID_LENGTH = 200;

/**
 * The validators reject only what would break identity or isolation. The API serves other malformed values as well as
 * it can.
 */
function identityValidator(required: readonly string[], idLength = MAX_ID_LENGTH) {
  return textsValidator({
    _id: idLength,
    ...Object.fromEntries(required.map((field) => [field, MAX_ID_LENGTH])),
  });
}

/** MongoDB would also select an array of statuses as `published`. Any other malformed status reads as `draft`. */
function visibilityValidator() {
  const { $jsonSchema: schema } = identityValidator(['merchantId']);
  const status = { not: { bsonType: 'array' } };
  return { $jsonSchema: { ...schema, properties: { ...schema.properties, status } } };
}

/** Requires these fields to be texts. Each number is the maximum length of the text. */
const textsValidator = (longest: Readonly<Record<string, number>>) => ({
  $jsonSchema: {
    bsonType: 'object',
    required: Object.keys(longest),
    properties: Object.fromEntries(
      Object.entries(longest).map(([field, maxLength]) => [field, { bsonType: 'string', minLength: 1, maxLength }]),
    ),
  },
});

/** The TTL index of logged searches. Its name is that of its field. */
export const SEARCHES_EXPIRY_INDEX = 'expiresAt';

type Validator = Readonly<Record<string, unknown>>;

interface CollectionDefinition {
  readonly validator: Validator;
  /** Matches the documents that the validator accepts, where the validator itself can't be a query. */
  readonly query?: Validator;
  readonly indexes: readonly NamedIndex[];
}

/** A delete event has only the key of a membership, so the key names the collection and the product. */
const HAS_KEY = { $eq: ['$_id', { $concat: ['$collectionId', ':', '$productId'] }] };
const HAS_TEXT_IDS = {
  $and: ['$collectionId', '$productId'].map((field) => ({ $eq: [{ $type: field }, 'string'] })),
};

const membershipCondition = (expression: object): Validator => ({
  $and: [identityValidator(['merchantId', 'collectionId', 'productId'], 2 * MAX_ID_LENGTH + 1), { $expr: expression }],
});

export const COLLECTION_DEFINITIONS: Readonly<Record<string, CollectionDefinition>> = {
  merchants: { validator: identityValidator([]), indexes: [] },
  locations: { validator: identityValidator(['merchantId']), indexes: [named('merchantId', '_id')] },
  products: { validator: visibilityValidator(), indexes: PRODUCT_INDEXES },
  collections: {
    validator: visibilityValidator(),
    indexes: [collectionsIndex(false), collectionsIndex(true)],
  },
  memberships: {
    validator: membershipCondition(HAS_KEY),
    // `$concat` throws on other types than texts.
    query: membershipCondition({ $cond: [HAS_TEXT_IDS, HAS_KEY, false] }),
    indexes: [
      named('merchantId', 'collectionId', 'position', 'productId'),
      named('merchantId', 'collectionId', 'productId'),
      MEMBERSHIPS_BY_PRODUCT,
    ],
  },
  search_rules: { validator: identityValidator(['merchantId']), indexes: [named('merchantId', '_id')] },
  merchant_languages: { validator: textsValidator({ _id: MAX_ID_LENGTH, language: 3 }), indexes: [] },
  access_tokens: {
    validator: identityValidator(['merchantId', 'visibility']),
    indexes: [named('merchantId', 'createdAt')],
  },
  searches: {
    validator: textsValidator({ merchantId: MAX_ID_LENGTH }),
    indexes: [named('merchantId', 'at'), { ...named(SEARCHES_EXPIRY_INDEX), expireAfterSeconds: 0 }],
  },
};

/** The validators that earlier versions gave a collection. `setup` replaces them. */
export const FORMER_VALIDATORS: Readonly<Record<string, readonly Validator[]>> = {
  products: [identityValidator(['merchantId'])],
  collections: [identityValidator(['merchantId'])],
};

/**
 * Collections whose change events need pre-images, because an update or a delete event names its document by key alone.
 */
export const WITH_PRE_IMAGES = new Set(['locations', 'products', 'collections', 'memberships', 'search_rules']);
