/**
 * The collections, validators and indexes that both processes need. `setUp` creates them. It may run again, and while
 * the database is in use.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Db, Document } from 'mongodb';

interface NamedIndex {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly name: string;
  /** MongoDB removes a document this long after the date in the field. */
  readonly expireAfterSeconds?: number;
}

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
  // A single status sorted by `id` or `status` uses the index of the sort by `status`.
  ...PRODUCT_SORT_FIELDS.filter((field) => field !== 'status' && field !== 'id').map((field) =>
    productSortIndex(field, true),
  ),
  named('merchantId', 'locationId', '_id'),
];

/** The maximum length of an identifier, in characters. */
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

export const COLLECTIONS: Readonly<
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
        // A delete event has only the key, so the key names the collection and the product.
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

/**
 * Collections whose change events need pre-images, because an update or a delete event names its document by key alone.
 */
const WITH_PRE_IMAGES = new Set(['locations', 'products', 'collections', 'memberships', 'search_rules']);

const NAMESPACE_EXISTS = 48;

/** The validation that `setUp` gives a collection. Level and action are MongoDB's defaults. */
const validationOf = (name: string) => ({
  validator: COLLECTIONS[name]?.validator ?? {},
  ...{ validationLevel: 'strict', validationAction: 'error' },
});

/** The options that `setUp` adds to a collection with these options. */
export const missingOptions = (name: string, { validator = {}, changeStreamPreAndPostImages: images }: Document) => ({
  ...(isDeepStrictEqual(validator, {}) ? validationOf(name) : {}),
  ...(WITH_PRE_IMAGES.has(name) && images?.enabled !== true ? { changeStreamPreAndPostImages: { enabled: true } } : {}),
});

/**
 * Creates what is missing, and changes nothing that exists. Calls `say` with a line for each collection, and with a
 * warning if it has documents that the validator of `setUp` would reject. Throws what the driver throws.
 */
export async function setUp(database: Db, say: (line: string) => void): Promise<void> {
  await makeCollections(database);
  for (const [name, { validator, indexes }] of Object.entries(COLLECTIONS)) {
    const collection = database.collection(name);
    // One command, so that MongoDB scans a collection once for all its indexes.
    if (indexes.length > 0) await collection.createIndexes(indexes.map((index) => ({ ...index })));
    // After the indexes: if MongoDB refuses one, it goes on accepting the writes that it accepted before.
    const isOwn = await addOptions(database, name);
    const count = `${indexes.length + 1} indexes`;
    say(isOwn ? `${name}: validator and ${count}` : `${name}: ${count}; ${validationWarning(name)}`);
    // Logged searches are many, and the API serves none of them.
    if (name === 'searches') continue;
    const refused = await collection.countDocuments({ $nor: [validator] });
    if (refused > 0)
      say(`${name}: warning: ${refused} documents have no usable id or merchantId and may not be served`);
  }
}

/** What to do about a validation that is not that of `setUp`. */
const validationWarning = (name: string): string =>
  'its validator, validationLevel or validationAction is not that of setup and is kept: check that documents without ' +
  `a usable id or merchantId are rejected, or run db.runCommand({collMod: "${name}", validator: {}}) and setup again`;

/** Creates missing collections and their validators, without indexes: enough for correct results, not for fast ones. */
export async function makeCollections(database: Db): Promise<void> {
  for (const name of Object.keys(COLLECTIONS)) {
    await database.createCollection(name, missingOptions(name, {})).catch((error: { code?: number }) => {
      if (error.code !== NAMESPACE_EXISTS) throw error;
    });
  }
}

/** Adds the options that a collection lacks. Resolves to whether its validation is then that of `setUp`. */
async function addOptions(database: Db, name: string): Promise<boolean> {
  const [info] = await database.listCollections({ name }, { nameOnly: false }).toArray();
  const existing = info?.options ?? {};
  const missing = missingOptions(name, existing);
  if (Object.keys(missing).length > 0) await database.command({ collMod: name, ...missing });
  const own = validationOf(name);
  const options = { ...own, ...existing, ...missing };
  return isDeepStrictEqual(options, { ...options, ...own });
}
