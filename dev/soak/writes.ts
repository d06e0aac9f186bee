/** The kinds of writes of a soak, each with how often it comes beside the others. */
import type { Document } from 'mongodb';
import { type Catalogue, membershipId } from '../../src/data/collections.ts';
import type { Random } from '../catalogue/random.ts';
import { insertUnreadable } from './raw-insert.ts';
import { MARK_OF_OWNER, newCollection, newProduct, oddFields, someWords } from './records.ts';

export interface World {
  readonly catalogue: Catalogue;
  readonly merchantIds: readonly string[];
  /** A merchant that is disabled and enabled now and then. */
  readonly fickleMerchantId: string;
  /** The merchant of products that no driver can read. Nobody asks for its pages: they cannot be made. */
  readonly unreadMerchantId: string;
  readonly collectionIds: readonly string[];
  /** How many products there should be: inserts and deletions keep near it. */
  readonly products: number;
  /** The number of the newest product. */
  readonly newest: () => number;
  /** The number of the next new product. */
  readonly nextSerial: () => number;
}

/** Does one write. */
type Write = (world: World, random: Random) => Promise<unknown>;

const THOUSANDS = 2000;
const productId = (serial: number): string => `p-${String(serial).padStart(7, '0')}`;

/** Most are of those made last, since older ones are deleted sooner or later. */
function anyId({ products, newest }: World, random: Random): string {
  return productId(Math.max(0, newest() - Math.floor(random.next() ** 2 * products * 2)));
}

const anyMerchant = ({ merchantIds }: World, random: Random): string => random.pick(merchantIds);

/** Products that follow one another, as a filter. */
function aRange(world: World, random: Random, count: number): Document {
  const first = anyId(world, random);
  return { _id: { $gte: first, $lt: productId(Number(first.slice(2)) + count) } };
}

/** Other texts, with the mark of whoever owns the product at that moment. */
const otherTexts = (random: Random, ...fields: readonly string[]): Document =>
  Object.fromEntries(
    fields.map((field) => [field, { $concat: [{ $literal: `${someWords(random, 3)} ` }, MARK_OF_OWNER] }]),
  );

const insertOne: Write = (world, random) =>
  world.catalogue.products.insertOne(
    newProduct(random, productId(world.nextSerial()), anyMerchant(world, random)) as never,
  );

/** Grows back to the number of products that there should be. */
const insertMany: Write = async (world, random) => {
  const missing = world.products - (await world.catalogue.products.estimatedDocumentCount());
  const count = Math.min(THOUSANDS, Math.max(10, missing));
  const documents = Array.from({ length: count }, () =>
    newProduct(random, productId(world.nextSerial()), anyMerchant(world, random)),
  );
  await world.catalogue.products.insertMany(documents as never[], { ordered: false });
};

const update: Write = (world, random) =>
  world.catalogue.products.updateOne({ _id: anyId(world, random) }, [
    { $set: { ...otherTexts(random, 'title'), updatedAt: '$$NOW' } },
  ]);

const replace: Write = (world, random) => {
  const _id = anyId(world, random);
  const merchantId = anyMerchant(world, random);
  const { _id: _, ...rest } = newProduct(random, _id, merchantId);
  return world.catalogue.products.replaceOne({ _id, merchantId }, rest as never);
};

const unset: Write = (world, random) =>
  world.catalogue.products.updateOne(
    { _id: anyId(world, random) },
    {
      $unset: Object.fromEntries(
        random.sample(['subtitle', 'description', 'variants', 'inventory'], 2).map((f) => [f, 1]),
      ),
    },
  );

const deleteOne: Write = (world, random) => world.catalogue.products.deleteOne({ _id: anyId(world, random) });

const deleteMany: Write = (world, random) =>
  world.catalogue.products.deleteMany(aRange(world, random, random.integer(100, THOUSANDS)));

const updateMany: Write = (world, random) =>
  world.catalogue.products.updateMany(aRange(world, random, THOUSANDS), {
    $set: { quantity: random.integer(0, 9), price: random.integer(1, 999) },
  });

/** All texts that carry the mark change in the same write. */
const changeHands: Write = (world, random) =>
  world.catalogue.products.updateOne({ _id: anyId(world, random) }, [
    { $set: { merchantId: anyMerchant(world, random) } },
    { $set: otherTexts(random, 'title', 'subtitle', 'description') },
  ]);

const odd: Write = (world, random) =>
  world.catalogue.products.updateOne({ _id: anyId(world, random) }, { $set: oddFields(random) });

const unreadable: Write = (world, random) =>
  insertUnreadable(world.catalogue.database, newProduct(random, `odd-${world.nextSerial()}`, world.unreadMerchantId));

const join: Write = (world, random) => {
  const [collectionId, id] = [random.pick(world.collectionIds), anyId(world, random)];
  // Sometimes of a merchant that owns neither: readers must not believe it.
  const merchantId = random.chance(0.1) ? anyMerchant(world, random) : `m${collectionId.split('-')[1]}`;
  const fields = { merchantId, collectionId, productId: id, position: random.integer(0, 99), hidePrice: false };
  return world.catalogue.memberships.updateOne(
    { _id: membershipId(collectionId, id) },
    { $set: fields },
    { upsert: true },
  );
};

const leave: Write = async ({ catalogue, collectionIds }, random) => {
  const found = await catalogue.memberships
    .find({ collectionId: random.pick(collectionIds) })
    .limit(5)
    .toArray();
  await catalogue.memberships.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
};

const renameCollection: Write = ({ catalogue, collectionIds }, random) =>
  catalogue.collections.updateOne({ _id: random.pick(collectionIds) }, [{ $set: otherTexts(random, 'name') }]);

const hideCollection: Write = ({ catalogue, collectionIds }, random) =>
  catalogue.collections.updateOne(
    { _id: random.pick(collectionIds) },
    { $set: { status: random.pick(['published', 'draft', 'archived']) } },
  );

const deleteCollection: Write = ({ catalogue, collectionIds }, random) =>
  catalogue.collections.deleteOne({ _id: random.pick(collectionIds) });

/** Also one that changed hands comes back to its first merchant by it. */
const putCollection: Write = ({ catalogue, collectionIds }, random) => {
  const id = random.pick(collectionIds);
  const { _id, ...rest } = newCollection(random, id, `m${id.split('-')[1]}`);
  return catalogue.collections.replaceOne({ _id: id }, rest as never, { upsert: true });
};

const moveCollection: Write = (world, random) =>
  world.catalogue.collections.updateOne({ _id: random.pick(world.collectionIds) }, [
    { $set: { merchantId: anyMerchant(world, random) } },
    { $set: otherTexts(random, 'name') },
  ]);

const renameMerchant: Write = (world, random) =>
  world.catalogue.merchants.updateOne(
    { _id: anyMerchant(world, random) },
    { $set: { name: `Shop ${someWords(random, 1)}` } },
  );

const turnMerchant: Write = ({ catalogue, fickleMerchantId }, random) =>
  catalogue.merchants.updateOne({ _id: fickleMerchantId }, { $set: { status: random.pick(['active', 'disabled']) } });

const renameLocation: Write = (world, random) =>
  world.catalogue.locations.updateOne(
    { _id: `l-${anyMerchant(world, random)}` },
    { $set: { name: someWords(random, 2) } },
  );

/** By name: how often it comes, and what it does. */
export const WRITES: readonly (readonly [name: string, weight: number, write: Write])[] = [
  ['product inserted', 20, insertOne],
  ['product updated', 60, update],
  ['product replaced', 10, replace],
  ['fields taken from a product', 6, unset],
  ['product deleted', 15, deleteOne],
  ['product changed hands', 6, changeHands],
  ['product made odd', 3, odd],
  ['unreadable product inserted', 0.2, unreadable],
  ['many products inserted', 0.6, insertMany],
  ['many products updated', 0.6, updateMany],
  ['many products deleted', 0.4, deleteMany],
  ['product put into a collection', 15, join],
  ['products taken from a collection', 4, leave],
  ['collection renamed', 2, renameCollection],
  ['status of a collection changed', 1, hideCollection],
  ['collection deleted', 0.4, deleteCollection],
  ['collection put back', 1, putCollection],
  ['collection changed hands', 0.4, moveCollection],
  ['merchant renamed', 0.3, renameMerchant],
  ['merchant disabled or enabled', 0.3, turnMerchant],
  ['location renamed', 1, renameLocation],
];
