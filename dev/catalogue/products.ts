/** Generates a product of a merchant and its memberships from the vocabulary of its vertical. */
import type { Status } from '../../src/catalogue/values.ts';
import type { Random } from '../random.ts';
import { ean13 } from './barcode.ts';
import { productImagePath } from './images.ts';
import type { Merchant } from './merchants.ts';
import type { MembershipRecord, ProductRecord } from './records.ts';
import { capitalised, slug } from './text.ts';
import { CATALOGUE_AGE_DAYS, daysBefore } from './time.ts';
import { type Article, COLOURS, type Colour, type Country } from './vocabulary.ts';
import { type Choice, makeDescription, makeSubtitle, makeTitle } from './wording.ts';

const COUNTRIES_OF_ORIGIN = [
  'Portugal',
  'Germany',
  'Sweden',
  'Italy',
  'Czechia',
  'Taiwan',
  'Türkiye',
  'Estonia',
  'India',
];
const ALL_COLOURS = [...COLOURS.values()];
const NEW_DAYS = 60;

/**
 * Generates the merchant's next product with its memberships. `serial` is the product's number among those of all
 * merchants. Its barcode is derived from it.
 */
export function makeProduct(merchant: Merchant, serial: number, random: Random): [ProductRecord, MembershipRecord[]] {
  merchant.productCount += 1;
  const merchantId = merchant.record.id;
  const id = `p-${merchantId}-${String(merchant.productCount).padStart(6, '0')}`;
  const choice = choose(merchant, random);
  const title = makeTitle(choice, random);
  const ageDays = random.next() * CATALOGUE_AGE_DAYS;
  const quantity = random.chance(0.12) ? 0 : Math.ceil(random.next() ** 2 * 140);
  const product: ProductRecord = {
    kind: 'product',
    id,
    merchantId,
    locationId: random.pick(merchant.locations).id,
    handle: `${slug(title)}-${merchant.productCount}`,
    title,
    subtitle: makeSubtitle(choice, merchant.vertical, random),
    description: makeDescription(choice, merchant.vertical, random),
    barcode: ean13(serial),
    price: makePrice(choice.article, merchant.country, random),
    currency: merchant.country.currency,
    quantity,
    status: makeStatus(random),
    featured: random.chance(0.05),
    inventory: {
      sku: makeSku(choice, merchant.productCount),
      tracked: random.chance(0.95),
      reserved: random.integer(0, Math.min(quantity, 4)),
      allowBackorder: random.chance(0.1),
    },
    variants: makeVariants(choice),
    specifications: makeSpecifications(choice, random),
    images: makeImages(choice, merchant.vertical.key, id, random),
    createdAt: daysBefore(ageDays),
    updatedAt: daysBefore(random.chance(0.3) ? ageDays : ageDays * random.next()),
  };
  const memberships = collectionsOf(choice.article, ageDays, quantity, random).flatMap((handle) =>
    makeMembership(merchant, id, handle, random),
  );
  return [product, memberships];
}

function choose({ vertical, colours }: Merchant, random: Random): Choice {
  const article = random.pick(vertical.articles);
  return {
    article,
    kind: random.pick(article.kinds),
    brand: random.pick(vertical.brands),
    model: random.pick(vertical.models),
    material: random.pick(article.materials),
    colours: random.sample(random.chance(0.93) ? colours : ALL_COLOURS, random.pick([1, 1, 1, 2, 2, 3])),
    sizes: random.sample(article.sizes.values, random.pick([1, 1, 2, 3])),
  };
}

function makePrice(article: Article, country: Country, random: Random): number {
  const { from, to } = article.price;
  const amount = (from + (to - from) * random.next() ** 2) * country.rate;
  // If the currency's unit is small, prices are whole numbers that end in nine. Other prices have cents.
  if (country.rate > 3) {
    return Math.max(9, Math.round(amount / 10) * 10 - 1);
  }
  return Math.floor(amount) + random.pick([0, 0.5, 0.9, 0.95, 0.99]);
}

function makeStatus(random: Random): Status {
  const roll = random.next();
  return roll < 0.9 ? 'published' : roll < 0.96 ? 'draft' : 'archived';
}

function makeSku(choice: Choice, number: number): string {
  const letters = [choice.brand, choice.article.name].map((text) => slug(text).replaceAll('-', '').slice(0, 3));
  return `${letters.join('-')}-${String(number).padStart(5, '0')}`.toUpperCase();
}

function makeVariants({ article, colours, sizes }: Choice): { key: string; value: string }[] {
  return [
    ...colours.map((colour) => ({ key: 'Colour', value: colour.name })),
    ...sizes.map((value) => ({ key: article.sizes.name, value })),
  ];
}

function makeSpecifications(choice: Choice, random: Random): Record<string, string> {
  const { article, brand, material, colours, sizes } = choice;
  return Object.fromEntries([
    ['Brand', brand],
    ['Material', capitalised(material)],
    ...(random.chance(0.5) ? [['Colour', (colours[0] as Colour).name]] : []),
    ...(random.chance(0.5) ? [[article.sizes.name, sizes[0] as string]] : []),
    ...article.specifications.map(({ name, values }) => [name, random.pick(values)]),
    ...(random.chance(0.6) ? [['Made in', random.pick(COUNTRIES_OF_ORIGIN)]] : []),
    ...(random.chance(0.3) ? [['Guarantee', `${random.pick([2, 3, 5, 10])} years`]] : []),
  ]);
}

function makeImages(choice: Choice, vertical: string, id: string, random: Random): ProductRecord['images'] {
  const count = random.integer(1, 3);
  const [first, ...others] = choice.colours as [Colour, ...Colour[]];
  const pictureOf = (colour: Colour, view: number) => ({
    path: productImagePath(vertical, choice.article.silhouette, colour, id, view),
    mimeType: 'image/svg+xml',
    role: 'image',
  });
  // Some views in the first colour, and one picture in each other colour.
  return [
    ...Array.from({ length: count }, (_, index) => pictureOf(first, index + 1)),
    ...others.map((colour) => pictureOf(colour, 1)),
  ];
}

function collectionsOf(article: Article, ageDays: number, quantity: number, random: Random): string[] {
  return [
    article.category,
    ...(ageDays < NEW_DAYS ? ['new-arrivals'] : []),
    ...(quantity > 0 && quantity < 3 ? ['last-pieces'] : []),
    ...(random.chance(0.06) ? ['gifts'] : []),
    ...(random.chance(0.04) ? ['staff-favourites'] : []),
    ...(random.chance(0.02) ? ['next-season'] : []),
  ];
}

/** Returns a membership at the end of the collection with this handle; an empty list if the merchant has none. */
function makeMembership(merchant: Merchant, productId: string, handle: string, random: Random): MembershipRecord[] {
  const collection = merchant.collections.find((candidate) => candidate.handle === handle);
  if (collection === undefined) {
    return [];
  }
  const position = merchant.positions.get(collection.id) ?? 0;
  merchant.positions.set(collection.id, position + 1);
  return [
    {
      kind: 'membership',
      collectionId: collection.id,
      productId,
      merchantId: merchant.record.id,
      position,
      hidePrice: random.chance(0.01),
    },
  ];
}
