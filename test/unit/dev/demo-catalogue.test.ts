/** The generated catalogue: reproducible, in the import format, realistic, and with safe SVG images. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import * as z from 'zod';
import { checkDigit, ean13 } from '../../../dev/catalogue/barcode.ts';
import { generateCatalogue, type ImportRecord } from '../../../dev/catalogue/generate.ts';
import { renderProductImage } from '../../../dev/catalogue/images.ts';
import { COLOURS, COUNTRIES, SILHOUETTES, VERTICALS } from '../../../dev/catalogue/vocabulary.ts';
import { GENERATOR_VERSION } from '../../../dev/demo/catalogue.ts';
import { anyText } from '../../support/arbitraries/texts.ts';

const MERCHANTS = 20;
const PRODUCTS = 3000;
const catalogue = [...generateCatalogue({ merchants: MERCHANTS, products: PRODUCTS })];

function recordsOf<Kind extends ImportRecord['kind']>(kind: Kind): Extract<ImportRecord, { kind: Kind }>[] {
  return catalogue.filter((record): record is Extract<ImportRecord, { kind: Kind }> => record.kind === kind);
}

const id = z.string().regex(/^[a-z0-9-]{1,120}$/);
const handle = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const text = z.string().trim().min(1);
const instant = z.iso.datetime({ precision: 3 });
const status = z.enum(['draft', 'published', 'archived']);
const image = z.strictObject({ path: text, mimeType: z.literal('image/svg+xml'), role: z.literal('image') });
const wholeNumber = z.number().int().min(0);
const hasTwoDecimals = (price: number) => Number(price.toFixed(2)) === price;
const isTimezone = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== '';

/** The import format, with all fields required and no others allowed. */
const format = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('merchant'), id, name: text, handle, status: z.literal('active') }),
  z.strictObject({
    kind: z.literal('location'),
    id,
    merchantId: id,
    name: text,
    handle,
    address: z.strictObject({
      line1: text,
      city: text,
      region: text,
      postalCode: text,
      countryCode: z.string().regex(/^[A-Z]{2}$/),
    }),
    timezone: z.string().refine(isTimezone),
  }),
  z.strictObject({
    kind: z.literal('product'),
    id,
    merchantId: id,
    locationId: id,
    handle,
    title: text,
    subtitle: text,
    description: text,
    barcode: z.string().regex(/^\d{13}$/),
    price: z.number().positive().refine(hasTwoDecimals),
    currency: z.string().regex(/^[A-Z]{3}$/),
    quantity: wholeNumber,
    status,
    featured: z.boolean(),
    inventory: z.strictObject({ sku: text, tracked: z.boolean(), reserved: wholeNumber, allowBackorder: z.boolean() }),
    variants: z.array(z.strictObject({ key: text, value: text })),
    specifications: z.record(text, text),
    // Up to three views, and one image of each further colour.
    images: z.array(image).min(1).max(5),
    createdAt: instant,
    updatedAt: instant,
  }),
  z.strictObject({
    kind: z.literal('collection'),
    id,
    merchantId: id,
    name: text,
    handle,
    description: text,
    status,
    images: z.array(image),
    createdAt: instant,
    updatedAt: instant,
  }),
  z.strictObject({
    kind: z.literal('membership'),
    collectionId: id,
    productId: id,
    merchantId: id,
    position: wholeNumber,
    hidePrice: z.boolean(),
  }),
]);

describe('generateCatalogue', () => {
  it('gives the same records each time', () => {
    expect([...generateCatalogue({ merchants: MERCHANTS, products: PRODUCTS })]).toEqual(catalogue);
  });

  it('conforms to the import format', () => {
    const invalid = catalogue.flatMap((record) => {
      const { error } = format.safeParse(record);
      return error === undefined ? [] : [{ record, error: z.prettifyError(error) }];
    });
    expect(invalid).toEqual([]);
  });

  it('generates the given numbers of merchants and products, with products for each merchant', () => {
    expect(recordsOf('merchant')).toHaveLength(MERCHANTS);
    expect(recordsOf('product')).toHaveLength(PRODUCTS);
    expect(new Set(recordsOf('product').map((product) => product.merchantId)).size).toBe(MERCHANTS);
  });

  it('gives any number of merchants distinct ids', () => {
    const many = [...generateCatalogue({ merchants: 1500, products: 0 })].filter(
      (record) => record.kind === 'merchant',
    );
    expect(new Set(many.map((merchant) => merchant.id)).size).toBe(1500);
  });

  it('yields each record after the records that it refers to', () => {
    const seen = new Set<string>();
    const unknown: string[] = [];
    for (const record of catalogue) {
      const references = [
        ...('merchantId' in record ? [record.merchantId] : []),
        ...(record.kind === 'product' ? [record.locationId] : []),
        ...(record.kind === 'membership' ? [record.collectionId, record.productId] : []),
      ];
      unknown.push(...references.filter((reference) => !seen.has(reference)));
      if ('id' in record) {
        seen.add(record.id);
      }
    }
    expect(unknown).toEqual([]);
  });

  it('has unique ids, handles and barcodes', () => {
    for (const kind of ['merchant', 'location', 'collection', 'product'] as const) {
      const records: { id: string; handle: string; merchantId?: string }[] = recordsOf(kind);
      expect(new Set(records.map((record) => record.id)).size).toBe(records.length);
      expect(new Set(records.map((record) => `${record.merchantId}:${record.handle}`)).size).toBe(records.length);
    }
    const memberships = recordsOf('membership').map(({ collectionId, productId }) => `${collectionId}:${productId}`);
    expect(new Set(memberships).size).toBe(memberships.length);
    expect(new Set(recordsOf('product').map((product) => product.barcode)).size).toBe(PRODUCTS);
  });

  it('puts products only in collections and locations of their own merchant', () => {
    const owned = [...recordsOf('location'), ...recordsOf('collection'), ...recordsOf('product')];
    const owners = new Map(owned.map((record) => [record.id, record.merchantId]));
    const mismatched = recordsOf('membership').filter(
      ({ merchantId, collectionId, productId }) =>
        owners.get(collectionId) !== merchantId || owners.get(productId) !== merchantId,
    );
    expect(mismatched).toEqual([]);
    expect(recordsOf('product').filter((product) => owners.get(product.locationId) !== product.merchantId)).toEqual([]);
  });

  it('gives each merchant one to three locations and six to twelve collections, one of them a draft', () => {
    for (const merchant of recordsOf('merchant')) {
      const locations = recordsOf('location').filter((location) => location.merchantId === merchant.id);
      const collections = recordsOf('collection').filter((collection) => collection.merchantId === merchant.id);
      expect([1, 2, 3]).toContain(locations.length);
      expect(collections.length).toBeGreaterThanOrEqual(6);
      expect(collections.length).toBeLessThanOrEqual(12);
      expect(collections.filter((collection) => collection.status === 'draft')).toHaveLength(1);
    }
  });

  it('is as varied as a real shop', () => {
    const products = recordsOf('product');
    const share = (count: number) => count / products.length;
    expect(share(products.filter((product) => product.status === 'published').length)).toBeCloseTo(0.9, 1);
    expect(share(products.filter((product) => product.featured).length)).toBeCloseTo(0.05, 1);
    expect(share(new Set(products.map((product) => product.title)).size)).toBeGreaterThan(0.95);
    expect(products.some((product) => product.quantity === 0)).toBe(true);
    expect(products.some((product) => /[à-ÿ]/.test(product.title))).toBe(true);
  });

  it('never dates an update before the creation, and spreads creations over two years', () => {
    const products = recordsOf('product');
    const times = products.map((product) => Date.parse(product.createdAt));
    expect(products.filter((product) => product.updatedAt < product.createdAt)).toEqual([]);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(700 * 86_400_000);
  });
});

/** What the generator makes in this version. */
const KNOWN = { version: 3, fingerprint: '4a7149e7003af1a6' };

test('the version of the generator is raised with each change of what it makes', () => {
  const fingerprint = createHash('sha256').update(JSON.stringify(catalogue)).digest('hex').slice(0, 16);
  if (GENERATOR_VERSION !== KNOWN.version || fingerprint !== KNOWN.fingerprint)
    throw new Error(
      `The generated shops have changed: raise GENERATOR_VERSION (dev/demo/catalogue.ts), and enter it here as KNOWN with the fingerprint ${fingerprint}`,
    );
});

describe('the vocabulary', () => {
  it.each(VERTICALS)('of $key refers only to existing drawings, collections, colours and countries', (vertical) => {
    const categories = vertical.categories.map(({ handle }) => handle);
    const countries = COUNTRIES.map(({ code }) => code);
    const unknown = {
      drawings: vertical.articles.map(({ silhouette }) => silhouette).filter((key) => !SILHOUETTES.has(key)),
      collections: vertical.articles.map(({ category }) => category).filter((handle) => !categories.includes(handle)),
      colours: vertical.colours.filter((key) => !COLOURS.has(key)),
      countries: vertical.shops.map(({ countryCode }) => countryCode).filter((code) => !countries.includes(code)),
    };
    expect(unknown).toEqual({ drawings: [], collections: [], colours: [], countries: [] });
  });
});

describe('ean13', () => {
  it('calculates the check digit of a printed barcode', () => {
    expect(checkDigit('400638133393')).toBe(1);
  });

  it('ends every barcode with its check digit, and stays in the range for in-store use', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (serial) => {
        const barcode = ean13(serial);
        const sum = [...barcode].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
        return /^2\d{12}$/.test(barcode) && sum % 10 === 0;
      }),
    );
  });
});

const SAFE_ELEMENTS = new Set('svg title defs linearGradient stop rect circle ellipse path g'.split(' '));
const SAFE_ATTRIBUTES = new Set(
  [
    'xmlns viewBox width height role id gradientTransform offset stop-color fill fill-rule opacity transform',
    'd x y rx ry cx cy r stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray',
  ].flatMap((names) => names.split(' ')),
);
const OWN_REFERENCES = new Set(['url(#ground)', 'http://www.w3.org/2000/svg']);

/** Throws unless the SVG is well-formed and has only harmless elements, attributes and values. */
function assertSafeSvg(svg: string): void {
  const open: string[] = [];
  const tokens = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z-]+="[^"<>&]*")*)(\/?)>|[^<>&]+|&#\d+;/y;
  while (tokens.lastIndex < svg.length) {
    const at = tokens.lastIndex;
    const token = tokens.exec(svg);
    if (token === null) {
      throw new Error(`Not well-formed at ${at}: ${svg.slice(at, at + 60)}`);
    }
    const [, closing, name, attributes = '', empty] = token;
    if (name === undefined) {
      continue;
    }
    if (!SAFE_ELEMENTS.has(name)) {
      throw new Error(`Not a harmless element: ${name}`);
    }
    assertSafeAttributes(attributes);
    if (closing && open.pop() !== name) {
      throw new Error(`Closed out of order: ${name}`);
    }
    if (!closing && !empty) {
      open.push(name);
    }
  }
  if (open.length > 0 || !svg.startsWith('<svg ')) {
    throw new Error('Not a complete SVG element');
  }
}

function assertSafeAttributes(attributes: string): void {
  const seen = new Set<string>();
  for (const [, name = '', value = ''] of attributes.matchAll(/\s([A-Za-z-]+)="([^"]*)"/g)) {
    const isHarmless = OWN_REFERENCES.has(value) || !/[:;]|url|script/i.test(value);
    if (!SAFE_ATTRIBUTES.has(name) || seen.has(name) || !isHarmless) {
      throw new Error(`Not a harmless attribute: ${name}="${value}"`);
    }
    seen.add(name);
  }
}

describe('renderProductImage', () => {
  const illustrated = [...recordsOf('product'), ...recordsOf('collection')];
  const paths = illustrated.flatMap(({ images }) => images.map(({ path }) => path));

  it('renders a safe SVG in valid colours for every path of the catalogue', () => {
    const paintNames = /(fill|stroke)="(?!#[0-9a-f]{6}"|none"|url\(#ground\)")/;
    for (const path of paths) {
      const svg = renderProductImage(path) ?? '';
      assertSafeSvg(svg);
      expect(svg).not.toMatch(paintNames);
    }
  });

  it('has an image of each colour of a product', () => {
    const slug = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '-');
    for (const { variants, images } of recordsOf('product')) {
      const colours = variants.filter(({ key }) => key === 'Colour').map(({ value }) => slug(value));
      const pictured = images.map(({ path }) => path.split('/')[2]);
      expect(pictured).toEqual(expect.arrayContaining(colours));
    }
  });

  it('renders each view of a product differently', () => {
    const first = paths.find((path) => path.endsWith('-1.svg')) as string;
    const views = ['1', '2', '3'].map((view) => renderProductImage(first.replace(/1\.svg$/, `${view}.svg`)));
    expect(new Set(views).size).toBe(3);
  });

  it.each([
    '',
    '/',
    'outdoor/tent/moss-green/p-1.svg/../../secret',
    '../outdoor/tent/moss-green/p-1.svg',
    'outdoor/tent/constructor/p-1.svg',
    'outdoor/__proto__/moss-green/p-1.svg',
    'constructor/tent/moss-green/p-1.svg',
    'outdoor/tent/moss-green/<script>-1.svg',
    'outdoor/tent/moss-green/p-4.svg',
    'outdoor/tent/moss-green/p-1.svg\n',
    'outdoor/tent/moss-green/P-1.svg',
  ])('returns null for %j', (path) => {
    expect(renderProductImage(path)).toBeNull();
  });

  it('returns null or a safe SVG for any path', () => {
    const interesting = ['outdoor', 'tent', 'moss-green', 'p-1-1.svg', '..', '', '__proto__', 'toString', '"><script>'];
    const segment = fc.oneof(fc.constantFrom(...interesting), fc.string(), anyText());
    const corrupted = fc.tuple(fc.constantFrom(...paths), fc.nat(), fc.string()).map(([path, offset, inserted]) => {
      const at = offset % (path.length + 1);
      return path.slice(0, at) + inserted + path.slice(at);
    });
    const joined = fc.array(segment, { maxLength: 6 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(fc.oneof(anyText(), joined, corrupted), (path) => {
        const svg = renderProductImage(path);
        if (svg !== null) {
          assertSafeSvg(svg);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
