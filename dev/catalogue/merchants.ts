/** The demo's merchants: shops of the trades in turn, each with locations and collections of its own. */
import { COUNTRIES, type Country } from './countries.ts';
import { productImagePath } from './images.ts';
import type { Random } from './random.ts';
import type { CollectionRecord, LocationRecord, MerchantRecord, Status } from './records.ts';
import { list, slug } from './text.ts';
import { daysBefore } from './time.ts';
import { TRADES } from './trades/index.ts';
import type { Trade } from './trades/trade.ts';

/** A merchant as the generator of its products needs it. The counts grow while products are made. */
export interface Merchant {
  readonly record: MerchantRecord;
  readonly trade: Trade;
  readonly country: Country;
  readonly locations: readonly LocationRecord[];
  readonly collections: readonly CollectionRecord[];
  readonly positions: Map<string, number>;
  productCount: number;
}

const FOUNDERS = list(
  'Halvorsen, Lindqvist, Brandt, Ferreira, Morel, Whitlock, Jansen, Keller, Sørensen, Ødegård, Krämer, Dubois, Pereira, Ashdown, Visser, Åkesson, Baumann, Lefèvre, Thorne, Bakker, Nygård, Schäfer, Garnier, Holloway, Mulder, Ekström, Vogt, Marchand, Pemberton, de Wit',
);

/** Collections that any shop may have beside those of its trade. */
const COMMON_COLLECTIONS = {
  'new-arrivals': ['New arrivals', 'What came in during the last weeks.'],
  gifts: ['Gift ideas', 'Small things that please, wrapped if you like.'],
  'staff-favourites': ['Staff favourites', 'What we use ourselves.'],
  'last-pieces': ['Last pieces', 'Few left, and not coming again.'],
} as const;

/** Makes merchants with different ids: the trades' own shops first, then further shops named after their founders. */
export function makeMerchants(count: number, random: Random): Merchant[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const trade = TRADES[index % TRADES.length] as Trade;
    const merchant = makeMerchant(trade, Math.floor(index / TRADES.length), taken, random);
    taken.add(merchant.record.id);
    return merchant;
  });
}

function makeMerchant(trade: Trade, turn: number, taken: ReadonlySet<string>, random: Random): Merchant {
  const shop = trade.shops[turn] ?? furtherShop(trade, taken, random);
  const country = COUNTRIES.get(shop.countryCode) as Country;
  const id = slug(shop.name);
  const record: MerchantRecord = { kind: 'merchant', id, name: shop.name, handle: id, status: 'active' };
  return {
    record,
    trade,
    country,
    locations: makeLocations(id, country, random),
    collections: makeCollections(id, trade, random),
    positions: new Map(),
    productCount: 0,
  };
}

function furtherShop(trade: Trade, taken: ReadonlySet<string>, random: Random): { name: string; countryCode: string } {
  const [countryCode, country] = random.pick([...COUNTRIES]);
  const name = `${random.pick(FOUNDERS)} ${trade.shopWord}`;
  const names = [name, `${name} ${random.pick(country.towns).city}`];
  let number = 2;
  while (taken.has(slug(names[0] as string))) {
    names.shift();
    names.push(`${name} ${number++}`);
  }
  return { name: names[0] as string, countryCode };
}

function makeLocations(merchantId: string, country: Country, random: Random): LocationRecord[] {
  return random.sample(country.towns, random.integer(1, 3)).map((town, index) => {
    const name = `${town.city} ${index === 0 ? 'shop' : random.pick(['shop', 'warehouse', 'collection point'])}`;
    const street = random.pick(country.streets);
    const number = random.integer(1, 98);
    return {
      kind: 'location',
      id: `loc-${merchantId}-${index + 1}`,
      merchantId,
      name,
      handle: slug(name),
      address: {
        line1: country.numberFirst ? `${number} ${street}` : `${street} ${number}`,
        city: town.city,
        region: town.region,
        postalCode: town.postalCode,
        countryCode: country.code,
      },
      timezone: town.timezone,
    };
  });
}

function makeCollections(merchantId: string, trade: Trade, random: Random): CollectionRecord[] {
  const common = random.sample(Object.entries(COMMON_COLLECTIONS), random.integer(2, 4));
  const rows: { handle: string; name: string; description: string; status: Status }[] = [
    ...trade.categories.map((category) => ({ ...category, status: 'published' as const })),
    ...common.map(([handle, [name, description]]) => ({ handle, name, description, status: 'published' as const })),
    { handle: 'next-season', name: 'Next season', description: 'In preparation, not public yet.', status: 'draft' },
  ];
  return rows.map((row) => {
    const id = `c-${merchantId}-${row.handle}`;
    const article =
      trade.articles.find((candidate) => candidate.category === row.handle) ?? random.pick(trade.articles);
    const path = productImagePath(trade.key, article.silhouette, random.pick(trade.colours), id, 3);
    const age = random.integer(200, 730);
    return {
      kind: 'collection',
      id,
      merchantId,
      name: row.name,
      handle: row.handle,
      description: row.description,
      status: row.status,
      images: [{ path, mimeType: 'image/svg+xml', role: 'image' }],
      createdAt: daysBefore(age),
      updatedAt: daysBefore(random.integer(0, age)),
    };
  });
}
