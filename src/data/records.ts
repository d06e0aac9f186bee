/**
 * The import format: one JSON object a line, told apart by `kind`, otherwise the stored documents with `id` for `_id`
 * and dates as ISO 8601 texts. Import is stricter than the readers: what comes in here is well formed.
 */
import { Decimal128 } from 'mongodb';
import * as z from 'zod';
import { type Catalogue, membershipId } from './collections.ts';
import { SEARCH_RULE_LIMITS as LIMITS } from './search-rule-limits.ts';
import { MAX_ID_LENGTH } from './setup.ts';
import { STATUSES } from './values.ts';

const NULL_CHARACTER = '\u0000';
const identifier = z
  .string()
  .min(1)
  .max(MAX_ID_LENGTH)
  .refine((id) => !id.includes(NULL_CHARACTER), 'must not contain a null character');
const date = z.iso.datetime({ offset: true }).transform((value) => new Date(value));
const status = z.enum(STATUSES);
const textual = z.string().default('');
const amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,20}(\.\d{1,10})?$/, 'must be a number or a decimal text')
    .transform((value) => Decimal128.fromString(value)),
]);

const image = z.object({ path: z.string(), mimeType: textual, role: z.string().default('image') });
const images = z.array(image).default([]);
const address = z
  .object({ line1: textual, city: textual, region: textual, postalCode: textual, countryCode: textual })
  .prefault({});

const merchant = z.object({
  id: identifier,
  name: z.string(),
  handle: z.string(),
  status: z.enum(['active', 'disabled']).default('active'),
});

const location = z.object({
  id: identifier,
  merchantId: identifier,
  name: z.string(),
  handle: z.string(),
  address,
  timezone: textual,
});

const product = z.object({
  id: identifier,
  merchantId: identifier,
  locationId: identifier,
  handle: z.string(),
  title: z.string(),
  subtitle: textual,
  description: textual,
  barcode: textual,
  price: amount,
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
  quantity: z.number(),
  status,
  featured: z.boolean().default(false),
  inventory: z
    .object({
      sku: textual,
      tracked: z.boolean().default(false),
      reserved: z.number().default(0),
      allowBackorder: z.boolean().default(false),
    })
    .prefault({}),
  variants: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  specifications: z.record(z.string(), z.string()).default({}),
  images,
  createdAt: date,
  updatedAt: date,
});

const collection = z.object({
  id: identifier,
  merchantId: identifier,
  name: z.string(),
  handle: z.string(),
  description: textual,
  status,
  images,
  createdAt: date,
  updatedAt: date,
});

const membership = z.object({
  collectionId: identifier,
  productId: identifier,
  merchantId: identifier,
  position: z.number().default(0),
  hidePrice: z.boolean().default(false),
});

const NO_WORD = 'must have a letter or a digit';
const synonym = z
  .string()
  .max(LIMITS.charactersOfSynonym)
  .regex(/[\p{L}\p{N}]/u, NO_WORD);

/** Synonyms, or what is pinned or hidden for a query, or both. */
const searchRule = z
  .object({
    id: identifier,
    merchantId: identifier,
    synonyms: z.array(synonym).min(2).max(LIMITS.synonyms).optional(),
    oneWay: z.boolean().optional(),
    query: z.string().trim().min(1).max(LIMITS.charactersOfQuery).optional(),
    pinned: z.array(identifier).max(LIMITS.pinned).optional(),
    hidden: z.array(identifier).max(LIMITS.hidden).optional(),
  })
  .superRefine(({ synonyms, query, pinned = [], hidden = [] }, { addIssue }) => {
    const fault = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (synonyms === undefined && query === undefined) fault('synonyms', 'is required, or query');
    if (query !== undefined && pinned.length + hidden.length === 0)
      fault('pinned', 'is required beside query, or hidden');
    if (query === undefined && pinned.length + hidden.length > 0)
      fault('query', 'is required beside pinned and hidden');
  });

const KINDS = {
  merchant: { schema: merchant, target: 'merchants' },
  location: { schema: location, target: 'locations' },
  product: { schema: product, target: 'products' },
  collection: { schema: collection, target: 'collections' },
  membership: { schema: membership, target: 'memberships' },
  search_rule: { schema: searchRule, target: 'searchRules' },
} as const;
type Kind = keyof typeof KINDS;
export type Target = Exclude<keyof Catalogue, 'database' | 'accessTokens' | 'searches'>;

export interface ParsedRecord {
  readonly kind: Kind;
  /** The collection that the document goes to. */
  readonly target: Target;
  readonly document: { readonly _id: string; readonly merchantId?: string };
  /** Fields that the format does not have: they are left out. */
  readonly unknownFields: readonly string[];
}

/** A line that cannot be imported; `reasons` name the fields and what is allowed. */
export class BadRecord extends Error {
  override readonly name = 'BadRecord';
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
  }
}

/** Reads one line of the import format. Throws BadRecord with all its faults at once. */
export function parseRecord(line: string): ParsedRecord {
  const record = parseObject(line);
  const kind = record.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    throw new BadRecord([`kind: must be one of ${Object.keys(KINDS).join(', ')}`]);
  }
  const { schema, target } = KINDS[kind as Kind];
  const result = schema.safeParse(record);
  if (!result.success) {
    throw new BadRecord(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const known = Object.keys(schema.shape);
  const unknownFields = Object.keys(record).filter(
    (field) => field !== 'kind' && field !== 'id' && !known.includes(field),
  );
  return { kind: kind as Kind, target, document: documentOf(result.data), unknownFields };
}

function parseObject(line: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new BadRecord(['is not JSON']);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new BadRecord(['is not a JSON object']);
  return parsed as Record<string, unknown>;
}

function documentOf(data: z.output<(typeof KINDS)[Kind]['schema']>): ParsedRecord['document'] {
  if ('productId' in data) return { _id: membershipId(data.collectionId, data.productId), ...data };
  const { id, ...rest } = data;
  return { _id: id, ...rest };
}
