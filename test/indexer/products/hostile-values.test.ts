/**
 * Each field of each collection that the loader reads, with each value that no correct writer stores: no function of the
 * loader throws, and only products with such values themselves become unreadable.
 */
import type { Document } from 'mongodb';
import type { FanOut } from '../../../indexer/checkpoint/fan-outs.ts';
import { createProductLoader } from '../../../indexer/products/product-loader.ts';
import { collection, membership, merchant, product, withoutValidators, withValidator } from '../../support/fixtures.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { BROKEN, insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

type Shop = Readonly<Record<string, Document>>;

/** A merchant without a locale and its product in a collection. Each value has its own, so none hides another. */
const shopOf = (name: string): Shop => ({
  merchants: merchant(name, { locale: null }),
  products: product(name, name),
  collections: collection(name, name),
  memberships: membership(name, name, name),
  merchant_languages: { _id: name, language: 'de', isProvisional: false },
});
const NAMES = Object.keys(shopOf(''));

const hostileValues = (value: unknown) => [
  UNREADABLE,
  [value, UNREADABLE],
  [value, 'other'],
  { key: 'value' },
  5,
  null,
  'constructor',
  '',
  BROKEN,
];

/** By id, shops that differ from `shopOf` in one field of one document, and one that doesn't. */
const shops: ReadonlyMap<string, Shop> = new Map([
  ['valid', shopOf('valid')],
  ...NAMES.flatMap((name) =>
    Object.keys(shopOf('')[name] ?? {}).flatMap((field) =>
      hostileValues('').map((_, at): [string, Shop] => {
        const id = `${name}-${field}-${at}`;
        const own = shopOf(id);
        const document = own[name] ?? {};
        return [id, { ...own, [name]: { ...document, [field]: hostileValues(document[field])[at] } }];
      }),
    ),
  ),
]);

/** MongoDB stores no document whose id is a list. */
const storable = (documents: readonly (Document | undefined)[]): Document[] =>
  documents.filter((each) => each !== undefined && !Array.isArray(each._id)) as Document[];

concurrentTest('D34: no value in any field keeps the loader from loading other products', async (service) => {
  await withoutValidators(service.catalogue, NAMES);
  for (const name of NAMES) {
    const documents = [...shops.values()].map((shop) => shop[name]);
    await insertRaw(service, storable(documents), name);
  }
  await withValidator(service.catalogue, 'merchant_languages');
  const { client, databaseName } = service.database;
  // The indexer's client doesn't check texts either.
  const loader = createProductLoader(client, client.db(databaseName, { enableUtf8Validation: false }));
  const nextIds = (kind: FanOut['kind'], id: string) => loader.nextIds({ kind, id, after: '', until: null }, 1000);

  const ids = await nextIds('all', '');
  for (const redetect of [false, true]) {
    if (redetect) await loader.redetectLanguages();
    const { documents, unreadable } = await loader.load(ids);
    expect(documents.map(({ productId }) => productId)).toContain('valid');
    expect(unreadable.filter(({ productId }) => !productId.startsWith('products-'))).toEqual([]);
  }
  for (const id of shops.keys())
    for (const kind of ['merchant', 'collection'] as const)
      expect((await nextIds(kind, id)).filter((each) => typeof each !== 'string')).toEqual([]);
  for await (const counts of loader.countByMerchant()) expect(counts.get('valid')).toBe(1);
  expect(await loader.invalidUtf8Ids(10)).toHaveLength(1);
});
