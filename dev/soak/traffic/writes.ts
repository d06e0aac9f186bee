/** The kinds of writes of a soak, each with its weight. */
import type { Document } from 'mongodb';
import { type Catalogue, membershipId } from '../../../src/catalogue/stored-documents.ts';
import type { Random } from '../../random.ts';
import { insertCommand, sendInsert, UNREADABLE } from '../../unreadable-documents.ts';
import { malformedFields, newCollection, newProduct, OWNER_TAG, someWords } from './records.ts';

export interface SoakState {
  readonly catalogue: Catalogue;
  readonly merchantIds: readonly string[];
  /** This merchant is sometimes disabled. */
  readonly toggledMerchantId: string;
  /** Owns the products that no driver can read. Nobody requests its pages: they always fail. */
  readonly unreadableMerchantId: string;
  readonly collectionIds: readonly string[];
  /** The approximate number of products. Inserts make up for deletions. */
  readonly products: number;
  /** The number of the newest product. A restore may have removed the product. */
  readonly newest: () => number;
  /** The number of the next new product. */
  readonly nextSerial: () => number;
}

/** Does one write. */
type Write = (state: SoakState, random: Random) => Promise<unknown>;

const MANY = 2000;
const RESPONSE_WITHIN_MS = 5000;
const productId = (serial: number): string => `p-${String(serial).padStart(7, '0')}`;

/** Prefers new products, since older ones are deleted sooner or later. The product may not exist. */
function anyId({ products, newest }: SoakState, random: Random): string {
  return productId(Math.max(0, newest() - Math.floor(random.next() ** 2 * products * 2)));
}

const anyMerchant = ({ merchantIds }: SoakState, random: Random): string => random.pick(merchantIds);

/** A filter for up to `count` consecutive products. */
function rangeOf(state: SoakState, random: Random, count: number): Document {
  const first = anyId(state, random);
  return { _id: { $gte: first, $lt: productId(Number(first.slice(2)) + count) } };
}

/** New texts, with the tag of the product's owner at the moment of the update. */
const newTexts = (random: Random, ...fields: readonly string[]): Document =>
  Object.fromEntries(
    fields.map((field) => [field, { $concat: [{ $literal: `${someWords(random, 3)} ` }, OWNER_TAG] }]),
  );

const insertOne: Write = (state, random) =>
  state.catalogue.products.insertOne(
    newProduct(random, productId(state.nextSerial()), anyMerchant(state, random)) as never,
  );

/** Inserts as many products as are missing. */
const insertMany: Write = async (state, random) => {
  const missing = state.products - (await state.catalogue.products.estimatedDocumentCount());
  const count = Math.min(MANY, Math.max(10, missing));
  const documents = Array.from({ length: count }, () =>
    newProduct(random, productId(state.nextSerial()), anyMerchant(state, random)),
  );
  await state.catalogue.products.insertMany(documents as never[], { ordered: false });
};

const update: Write = (state, random) =>
  state.catalogue.products.updateOne({ _id: anyId(state, random) }, [
    { $set: { ...newTexts(random, 'title'), updatedAt: '$$NOW' } },
  ]);

const replace: Write = (state, random) => {
  const _id = anyId(state, random);
  const merchantId = anyMerchant(state, random);
  const { _id: _, ...rest } = newProduct(random, _id, merchantId);
  return state.catalogue.products.replaceOne({ _id, merchantId }, rest as never);
};

const unset: Write = (state, random) =>
  state.catalogue.products.updateOne(
    { _id: anyId(state, random) },
    {
      $unset: Object.fromEntries(
        random.sample(['subtitle', 'description', 'variants', 'inventory'], 2).map((f) => [f, 1]),
      ),
    },
  );

const deleteOne: Write = (state, random) => state.catalogue.products.deleteOne({ _id: anyId(state, random) });

const deleteMany: Write = (state, random) =>
  state.catalogue.products.deleteMany(rangeOf(state, random, random.integer(100, MANY)));

const updateMany: Write = (state, random) =>
  state.catalogue.products.updateMany(rangeOf(state, random, MANY), {
    $set: { quantity: random.integer(0, 9), price: random.integer(1, 999) },
  });

/** Changes all tagged texts in the same write. */
const moveProduct: Write = (state, random) =>
  state.catalogue.products.updateOne({ _id: anyId(state, random) }, [
    { $set: { merchantId: anyMerchant(state, random) } },
    { $set: newTexts(random, 'title', 'subtitle', 'description') },
  ]);

const malformed: Write = (state, random) =>
  state.catalogue.products.updateOne({ _id: anyId(state, random) }, { $set: malformedFields(random) });

const unreadable: Write = async ({ catalogue: { database }, nextSerial, unreadableMerchantId }, random) => {
  const document = newProduct(random, `unreadable-${nextSerial()}`, unreadableMerchantId);
  const body = insertCommand(database, [{ ...document, unreadable: UNREADABLE }]);
  if ((await sendInsert(database, body, AbortSignal.timeout(RESPONSE_WITHIN_MS))) !== 1)
    throw new Error('MongoDB did not insert the product');
};

const addToCollection: Write = (state, random) => {
  const [collectionId, id] = [random.pick(state.collectionIds), anyId(state, random)];
  // Sometimes a merchant that owns neither. Readers must ignore such a membership.
  const merchantId = random.chance(0.1) ? anyMerchant(state, random) : `m${collectionId.split('-')[1]}`;
  const fields = { merchantId, collectionId, productId: id, position: random.integer(0, 99), hidePrice: false };
  return state.catalogue.memberships.updateOne(
    { _id: membershipId(collectionId, id) },
    { $set: fields },
    { upsert: true },
  );
};

const removeFromCollection: Write = async ({ catalogue, collectionIds }, random) => {
  const found = await catalogue.memberships
    .find({ collectionId: random.pick(collectionIds) })
    .limit(5)
    .toArray();
  await catalogue.memberships.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
};

const renameCollection: Write = ({ catalogue, collectionIds }, random) =>
  catalogue.collections.updateOne({ _id: random.pick(collectionIds) }, [{ $set: newTexts(random, 'name') }]);

const hideCollection: Write = ({ catalogue, collectionIds }, random) =>
  catalogue.collections.updateOne(
    { _id: random.pick(collectionIds) },
    { $set: { status: random.pick(['published', 'draft', 'archived']) } },
  );

const deleteCollection: Write = ({ catalogue, collectionIds }, random) =>
  catalogue.collections.deleteOne({ _id: random.pick(collectionIds) });

/** Restores a deleted collection, and moves a collection back to its first merchant. */
const restoreCollection: Write = ({ catalogue, collectionIds }, random) => {
  const id = random.pick(collectionIds);
  const { _id, ...rest } = newCollection(random, id, `m${id.split('-')[1]}`);
  return catalogue.collections.replaceOne({ _id: id }, rest as never, { upsert: true });
};

const moveCollection: Write = (state, random) =>
  state.catalogue.collections.updateOne({ _id: random.pick(state.collectionIds) }, [
    { $set: { merchantId: anyMerchant(state, random) } },
    { $set: newTexts(random, 'name') },
  ]);

const renameMerchant: Write = (state, random) =>
  state.catalogue.merchants.updateOne(
    { _id: anyMerchant(state, random) },
    { $set: { name: `Shop ${someWords(random, 1)}` } },
  );

const toggleMerchant: Write = ({ catalogue, toggledMerchantId }, random) =>
  catalogue.merchants.updateOne({ _id: toggledMerchantId }, { $set: { status: random.pick(['active', 'disabled']) } });

const renameLocation: Write = (state, random) =>
  state.catalogue.locations.updateOne(
    { _id: `l-${anyMerchant(state, random)}` },
    { $set: { name: someWords(random, 2) } },
  );

/** Name, weight, and the write itself. */
export const WRITES: readonly (readonly [name: string, weight: number, write: Write])[] = [
  ['product inserted', 20, insertOne],
  ['product updated', 60, update],
  ['product replaced', 10, replace],
  ['fields removed from a product', 6, unset],
  ['product deleted', 15, deleteOne],
  ['product moved to another merchant', 6, moveProduct],
  ['product made malformed', 3, malformed],
  ['unreadable product inserted', 0.2, unreadable],
  ['many products inserted', 0.6, insertMany],
  ['many products updated', 0.6, updateMany],
  ['many products deleted', 0.4, deleteMany],
  ['product added to a collection', 15, addToCollection],
  ['products removed from a collection', 4, removeFromCollection],
  ['collection renamed', 2, renameCollection],
  ['status of a collection changed', 1, hideCollection],
  ['collection deleted', 0.4, deleteCollection],
  ['collection restored', 1, restoreCollection],
  ['collection moved to another merchant', 0.4, moveCollection],
  ['merchant renamed', 0.3, renameMerchant],
  ['merchant disabled or enabled', 0.3, toggleMerchant],
  ['location renamed', 1, renameLocation],
];
