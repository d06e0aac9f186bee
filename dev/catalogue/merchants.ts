/** Generates merchants of all verticals in turn, with their locations and collections. */
import type { Status } from '../../src/catalogue/values.ts';
import type { Random } from '../random.ts';
import { productImagePath } from './images.ts';
import { createPlaceNames, type PlaceNames } from './place-names.ts';
import type { CollectionRecord, LocationRecord, MerchantRecord } from './records.ts';
import { slug } from './text.ts';
import { daysBefore } from './time.ts';
import { COLOURS, COUNTRIES, type Colour, type Country, VERTICALS, type Vertical } from './vocabulary.ts';

/** A merchant for the generator of products, which updates the counts. */
export interface Merchant {
  readonly record: MerchantRecord;
  readonly vertical: Vertical;
  /** The colours of most of its products. */
  readonly colours: readonly Colour[];
  readonly country: Country;
  readonly locations: readonly LocationRecord[];
  readonly collections: readonly CollectionRecord[];
  readonly positions: Map<string, number>;
  productCount: number;
}

/** Collections that a shop of any vertical may have. */
const COMMON_COLLECTIONS = [
  { handle: 'new-arrivals', name: 'New arrivals', description: 'What came in during the last weeks.' },
  { handle: 'gifts', name: 'Gift ideas', description: 'Small things that please, wrapped if you like.' },
  { handle: 'staff-favourites', name: 'Staff favourites', description: 'What we use ourselves.' },
  { handle: 'last-pieces', name: 'Last pieces', description: 'Few left, and not coming again.' },
];
const NEXT_SEASON = { handle: 'next-season', name: 'Next season', description: 'In preparation, not public yet.' };

/**
 * Generates merchants with distinct ids: first the shops that the verticals name, then shops named after their
 * founders.
 */
export function makeMerchants(count: number, random: Random): Merchant[] {
  const names = createPlaceNames(random);
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const vertical = VERTICALS[index % VERTICALS.length] as Vertical;
    const shop = vertical.shops[Math.floor(index / VERTICALS.length)] ?? foundedShop(vertical, taken, names, random);
    const merchant = makeMerchant(vertical, shop, names, random);
    taken.add(merchant.record.id);
    return merchant;
  });
}

interface Shop {
  readonly name: string;
  readonly countryCode: string;
}

function makeMerchant(vertical: Vertical, shop: Shop, names: PlaceNames, random: Random): Merchant {
  const country = COUNTRIES.find(({ code }) => code === shop.countryCode) as Country;
  const id = slug(shop.name);
  const colours = vertical.colours.map((key) => COLOURS.get(key) as Colour);
  return {
    record: { kind: 'merchant', id, name: shop.name, handle: id, status: 'active' },
    vertical,
    colours,
    country,
    locations: makeLocations(id, country, names, random),
    collections: makeCollections(id, vertical, colours, random),
    positions: new Map(),
    productCount: 0,
  };
}

/** Names a shop after its founder. If the name is taken, adds the town, or else a number. */
function foundedShop(vertical: Vertical, taken: ReadonlySet<string>, names: PlaceNames, random: Random): Shop {
  const country = random.pick(COUNTRIES);
  const name = `${names.lastName(country)} ${vertical.shopWord}`;
  const inTown = `${name} ${random.pick(country.towns).city}`;
  const isFree = (candidate: string) => !taken.has(slug(candidate));
  let unique = isFree(name) ? name : inTown;
  for (let number = 2; !isFree(unique); number++) unique = `${name} ${number}`;
  return { name: unique, countryCode: country.code };
}

function makeLocations(merchantId: string, country: Country, names: PlaceNames, random: Random): LocationRecord[] {
  return random.sample(country.towns, random.integer(1, 3)).map((town, index) => {
    const name = `${town.city} ${index === 0 ? 'shop' : random.pick(['shop', 'warehouse', 'collection point'])}`;
    const { city, region, postalCode, timezone } = town;
    return {
      kind: 'location',
      id: `loc-${merchantId}-${index + 1}`,
      merchantId,
      name,
      handle: slug(name),
      address: { line1: names.streetAddress(country), city, region, postalCode, countryCode: country.code },
      timezone,
    };
  });
}

function makeCollections(
  merchantId: string,
  vertical: Vertical,
  colours: readonly Colour[],
  random: Random,
): CollectionRecord[] {
  const published = [...vertical.categories, ...random.sample(COMMON_COLLECTIONS, random.integer(2, 4))];
  const rows = [
    ...published.map((row) => ({ ...row, status: 'published' as Status })),
    { ...NEXT_SEASON, status: 'draft' as Status },
  ];
  return rows.map((row) => {
    const id = `c-${merchantId}-${row.handle}`;
    const article = vertical.articles.find(({ category }) => category === row.handle) ?? random.pick(vertical.articles);
    const path = productImagePath(vertical.key, article.silhouette, random.pick(colours), id, 3);
    const age = random.integer(200, 730);
    return {
      kind: 'collection',
      id,
      merchantId,
      ...row,
      images: [{ path, mimeType: 'image/svg+xml', role: 'image' }],
      createdAt: daysBefore(age),
      updatedAt: daysBefore(random.integer(0, age)),
    };
  });
}
