/** One product of a merchant, put together from its trade's vocabulary. */
import { ean13 } from './barcode.ts';
import { COLOURS, type Colour } from './colours.ts';
import type { Country } from './countries.ts';
import { productImagePath } from './images.ts';
import type { Merchant } from './merchants.ts';
import type { Random } from './random.ts';
import type { MembershipRecord, ProductRecord, Status } from './records.ts';
import { capitalised, slug } from './text.ts';
import { CATALOGUE_AGE_DAYS, daysBefore } from './time.ts';
import type { Article, Trade } from './trades/trade.ts';

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
const NEW_DAYS = 60;

/** What the words, the numbers and the pictures of one product are all made from. */
interface Choice {
  readonly article: Article;
  readonly kind: string;
  readonly brand: string;
  readonly model: string;
  readonly material: string;
  readonly colours: readonly Colour[];
  readonly sizes: readonly string[];
}

/**
 * Makes the merchant's next product with its memberships. `serial` is its number among the products of all merchants:
 * its barcode comes from it.
 */
export function makeProduct(merchant: Merchant, serial: number, random: Random): [ProductRecord, MembershipRecord[]] {
  merchant.productCount += 1;
  const merchantId = merchant.record.id;
  const id = `p-${merchantId}-${String(merchant.productCount).padStart(6, '0')}`;
  const choice = choose(merchant.trade, random);
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
    subtitle: makeSubtitle(choice, merchant.trade, random),
    description: makeDescription(choice, merchant.trade, random),
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
    images: makeImages(choice, merchant.trade, id, random),
    createdAt: daysBefore(ageDays),
    updatedAt: daysBefore(random.chance(0.3) ? ageDays : ageDays * random.next()),
  };
  const memberships = collectionsOf(choice.article, ageDays, quantity, random).flatMap((handle) =>
    makeMembership(merchant, id, handle, random),
  );
  return [product, memberships];
}

function choose(trade: Trade, random: Random): Choice {
  const article = random.pick(trade.articles);
  const colours = random.chance(0.93) ? trade.colours : [...COLOURS.values()];
  return {
    article,
    kind: random.pick(article.kinds),
    brand: random.pick(trade.brands),
    model: random.pick(trade.models),
    material: random.pick(article.materials),
    colours: random.sample(colours, random.pick([1, 1, 1, 2, 2, 3])),
    sizes: random.sample(article.sizes, random.pick([1, 1, 2, 3])),
  };
}

/** A title as shops write them: some name the colour, some the size or the material, all the thing. */
function makeTitle(choice: Choice, random: Random): string {
  const { brand, model, kind, article, material } = choice;
  const colour = (choice.colours[0] as Colour).name;
  const size = measure(article, choice.sizes[0] as string);
  return random.pick([
    `${brand} ${model} ${kind} ${article.name}, ${colour}`,
    `${brand} ${kind} ${article.name} “${model}” ${size}`,
    `${brand} ${model} ${article.name} ${size}, ${colour}`,
    `${kind} ${article.name} ${model} by ${brand}`,
    `${brand} ${kind} ${article.name}, ${material}`,
    `${brand} ${model} ${kind} ${article.name} ${size}`,
    `${kind} ${article.name} ${model}, ${colour}, ${size}`,
    `${brand} ${kind} ${article.name} in ${colour}`,
  ]);
}

/** A size as a title says it: a bare number needs a word beside it. */
function measure({ sizeName }: Article, size: string): string {
  if (!/^[\d.]+$/.test(size)) {
    return size;
  }
  return sizeName === 'Size' ? `size ${size}` : `${size} ${sizeName.toLowerCase()}`;
}

function makeSubtitle(choice: Choice, trade: Trade, random: Random): string {
  return random.pick([
    `For ${random.pick(trade.purposes)}`,
    `With ${random.pick(choice.article.features)}`,
    capitalised(choice.material),
    `${capitalised(choice.material)}, for ${random.pick(trade.purposes)}`,
    `${choice.brand} – with ${random.pick(choice.article.features)}`,
  ]);
}

/** One to three sentences. None needs an article or a verb that agrees, so that every word fits. */
function makeDescription(choice: Choice, trade: Trade, random: Random): string {
  const { article, kind, model, material } = choice;
  const thing = `${kind} ${article.name}`.toLowerCase();
  const [feature = '', second = ''] = random.sample(article.features, 2);
  const purpose = random.pick(trade.purposes);
  const opening = random.pick([
    `${capitalised(thing)} for ${purpose}, made of ${material}.`,
    `“${model}” from ${choice.brand}: ${material}, ${feature} and ${second}.`,
    `Made for ${purpose}, with ${feature}.`,
    `${capitalised(material)} and ${feature}: well suited to ${purpose}.`,
    `A favourite for ${purpose}, now with ${feature} and ${second}.`,
  ]);
  const details = [
    ...(choice.colours.length > 1
      ? [`Available in ${listed(choice.colours.map((colour) => colour.name.toLowerCase()))}.`]
      : []),
    ...(random.chance(0.6) ? [random.pick(trade.closings)] : []),
  ];
  return [opening, ...details].join(' ');
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function makePrice(article: Article, country: Country, random: Random): number {
  const [lowest, highest] = article.price;
  const amount = (lowest + (highest - lowest) * random.next() ** 2) * country.rate;
  // Where one unit is worth little, prices are whole and end in nine; elsewhere they end in cents.
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
    ...sizes.map((value) => ({ key: article.sizeName, value })),
  ];
}

function makeSpecifications(choice: Choice, random: Random): Record<string, string> {
  const { article, brand, material, colours, sizes } = choice;
  return Object.fromEntries([
    ['Brand', brand],
    ['Material', capitalised(material)],
    ...(random.chance(0.5) ? [['Colour', (colours[0] as Colour).name]] : []),
    ...(random.chance(0.5) ? [[article.sizeName, sizes[0] as string]] : []),
    ...Object.entries(article.specifications).map(([name, values]) => [name, random.pick(values)]),
    ...(random.chance(0.6) ? [['Made in', random.pick(COUNTRIES_OF_ORIGIN)]] : []),
    ...(random.chance(0.3) ? [['Guarantee', `${random.pick([2, 3, 5, 10])} years`]] : []),
  ]);
}

function makeImages(choice: Choice, trade: Trade, id: string, random: Random): ProductRecord['images'] {
  const count = random.integer(1, 3);
  return Array.from({ length: count }, (_, index) => ({
    path: productImagePath(trade.key, choice.article.silhouette, choice.colours[0] as Colour, id, index + 1),
    mimeType: 'image/svg+xml',
    role: 'image',
  }));
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

/** The membership in the merchant's collection of that handle, at its end; none where the shop has no such one. */
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
