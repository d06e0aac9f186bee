/**
 * Makes the database ready: collections, validators, and every index that the queries need. Running it again changes
 * nothing, and it may be run while everything is in use.
 */
import type { Db } from 'mongodb';

interface NamedIndex {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly name: string;
  /** How long after the date in the field a document is removed by MongoDB. */
  readonly expireAfterSeconds?: number;
}

/** Fields that products can be sorted by, as the API names them; `id` is stored as `_id`. */
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
 * The index that serves one sort of one merchant's products, in both directions, with equal keys ordered by id.
 * `byStatus` is the one for a single status, so that neither a filtered page nor its count examines other products.
 */
export function productSortIndex(field: ProductSortField, byStatus: boolean): NamedIndex {
  const parts = [
    'merchantId',
    ...(byStatus && field !== 'status' ? ['status'] : []),
    ...(field === 'id' ? [] : [field]),
    '_id',
  ];
  return { key: Object.fromEntries(parts.map((part) => [part, 1])), name: parts.join('_') };
}

const named = (...parts: string[]): NamedIndex => ({
  key: Object.fromEntries(parts.map((part) => [part, 1])),
  name: parts.join('_'),
});

const PRODUCT_INDEXES = [
  ...PRODUCT_SORT_FIELDS.map((field) => productSortIndex(field, false)),
  // For these two the index of the other serves a single status as well.
  ...PRODUCT_SORT_FIELDS.filter((field) => field !== 'status' && field !== 'id').map((field) =>
    productSortIndex(field, true),
  ),
  named('merchantId', 'locationId', '_id'),
];

/** Identifiers are texts of at most so many characters. */
export const MAX_ID_LENGTH = 200;

/** The validators refuse only what would break identity and isolation: the rest is presented as well as it can be. */
function identityValidator(required: readonly string[], idLength = MAX_ID_LENGTH) {
  return textsValidator({
    _id: idLength,
    ...Object.fromEntries(required.map((field) => [field, MAX_ID_LENGTH])),
  });
}

/** Fields that must be texts, each with the most characters that it may have. */
const textsValidator = (longest: Readonly<Record<string, number>>) => ({
  $jsonSchema: {
    bsonType: 'object',
    required: Object.keys(longest),
    properties: Object.fromEntries(
      Object.entries(longest).map(([field, maxLength]) => [field, { bsonType: 'string', minLength: 1, maxLength }]),
    ),
  },
});

/** What removes logged searches when their time is over; it has the name of its field. */
export const SEARCHES_EXPIRY_INDEX = 'expiresAt';

const COLLECTIONS: Readonly<
  Record<string, { validator: Readonly<Record<string, unknown>>; indexes: readonly NamedIndex[] }>
> = {
  merchants: { validator: identityValidator([]), indexes: [] },
  locations: { validator: identityValidator(['merchantId']), indexes: [named('merchantId', '_id')] },
  products: { validator: identityValidator(['merchantId']), indexes: PRODUCT_INDEXES },
  collections: {
    validator: identityValidator(['merchantId']),
    indexes: [named('merchantId', 'createdAt', '_id'), named('merchantId', 'status', 'createdAt', '_id')],
  },
  memberships: {
    validator: {
      $and: [
        identityValidator(['merchantId', 'collectionId', 'productId'], 2 * MAX_ID_LENGTH + 1),
        // A delete event carries the key alone, so the key must tell the collection and the product.
        { $expr: { $eq: ['$_id', { $concat: ['$collectionId', ':', '$productId'] }] } },
      ],
    },
    indexes: [
      named('merchantId', 'collectionId', 'position', 'productId'),
      named('merchantId', 'collectionId', 'productId'),
      named('merchantId', 'productId', 'collectionId'),
    ],
  },
  search_rules: { validator: identityValidator(['merchantId']), indexes: [named('merchantId', '_id')] },
  access_tokens: {
    validator: identityValidator(['merchantId', 'visibility']),
    indexes: [named('merchantId', 'createdAt')],
  },
  searches: {
    validator: textsValidator({ merchantId: MAX_ID_LENGTH }),
    indexes: [named('merchantId', 'at'), { ...named(SEARCHES_EXPIRY_INDEX), expireAfterSeconds: 0 }],
  },
};

/** Whose documents belong to a merchant and are shown. */
const OWNED = new Set(['locations', 'products', 'collections', 'memberships', 'search_rules']);

const NAMESPACE_EXISTS = 48;

/**
 * Makes collections, validators and indexes where they are missing; `say` gets a line for each collection, and a
 * warning where documents stand that the validator would refuse. Throws what the driver throws.
 */
export async function setUp(database: Db, say: (line: string) => void): Promise<void> {
  await makeCollections(database);
  for (const [name, { validator, indexes }] of Object.entries(COLLECTIONS)) {
    const collection = database.collection(name);
    // Together: MongoDB then reads a collection that has documents once for all of them.
    if (indexes.length > 0) await collection.createIndexes(indexes.map((index) => ({ ...index })));
    say(`${name}: validator and ${indexes.length + 1} indexes`);
    // Logged searches are many, and nobody is served them.
    if (name === 'searches') continue;
    const refused = await collection.countDocuments({ $nor: [validator] });
    if (refused > 0)
      say(`${name}: warning: ${refused} documents have no usable id or merchantId and may not be served`);
  }
}

/** Makes the collections with their validators alone: all that is right, and nothing that is fast. */
export async function makeCollections(database: Db): Promise<void> {
  for (const [name, { validator }] of Object.entries(COLLECTIONS)) {
    const options = {
      ...{ validator, validationLevel: 'strict', validationAction: 'error' },
      // An update or a delete names its document by key alone; the image before it tells whose it was.
      changeStreamPreAndPostImages: { enabled: OWNED.has(name) },
    };
    await database.createCollection(name, options).catch((error: { code?: number }) => {
      if (error.code !== NAMESPACE_EXISTS) throw error;
      return database.command({ collMod: name, ...options });
    });
  }
}
