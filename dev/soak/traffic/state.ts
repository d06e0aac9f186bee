/** The catalogue that a soak starts with, and the tokens of its shoppers. */
import type { Catalogue } from '../../../src/catalogue/stored-documents.ts';
import { issueToken } from '../../../src/tenancy/access-tokens.ts';
import type { Random } from '../../random.ts';
import { newCollection, newLocation, newMerchant, newProduct } from './records.ts';
import type { Shopper } from './shoppers.ts';
import type { SoakState } from './writes.ts';

const MERCHANTS = 6;
const COLLECTIONS_OF_EACH = 5;

export async function createState(catalogue: Catalogue, random: Random, products: number): Promise<SoakState> {
  const numbers = Array.from({ length: MERCHANTS }, (_, index) => index + 1);
  const merchantIds = numbers.map((number) => `m${number}`);
  const collectionIds = numbers.flatMap((number) =>
    Array.from({ length: COLLECTIONS_OF_EACH }, (_, index) => `c-${number}-${index}`),
  );
  const unreadableMerchantId = 'm0';
  await catalogue.merchants.insertMany([unreadableMerchantId, ...merchantIds].map((id) => newMerchant(id)) as never[]);
  await catalogue.locations.insertMany(merchantIds.map((id) => newLocation(id)) as never[]);
  await catalogue.collections.insertMany(
    collectionIds.map((id) => newCollection(random, id, `m${id.split('-')[1]}`)) as never[],
  );
  let serial = 0;
  const documents = Array.from({ length: products }, () => {
    serial += 1;
    return newProduct(random, `p-${String(serial).padStart(7, '0')}`, random.pick(merchantIds));
  });
  await catalogue.products.insertMany(documents as never[]);
  return {
    catalogue,
    merchantIds,
    toggledMerchantId: merchantIds.at(-1) ?? '',
    unreadableMerchantId,
    collectionIds,
    products,
    newest: () => serial,
    nextSerial: () => {
      serial += 1;
      return serial;
    },
  };
}

/** Two shoppers for each merchant: one sees everything, the other published products. */
export async function openShoppers({ catalogue, merchantIds }: SoakState): Promise<Shopper[]> {
  const shoppers: Shopper[] = [];
  for (const merchantId of merchantIds) {
    for (const visibility of ['all', 'published'] as const) {
      const token = await issueToken(catalogue, { merchantId, visibility, name: 'soak', expiresAfterMs: null });
      shoppers.push({ merchantId, token });
    }
  }
  return shoppers;
}
