/**
 * The schema of each kind of record in the import format. It is stricter than the readers: imported documents are well
 * formed.
 */
import { Decimal128 } from 'mongodb';
import * as z from 'zod';
import { locateWords } from '../../search/text/tokenize.ts';
import { MAX_ID_LENGTH } from '../definitions.ts';
import { SEARCH_RULE_LIMITS as LIMITS } from '../search-rule-limits.ts';
import type { Catalogue } from '../stored-documents.ts';
import { STATUSES } from '../values.ts';
import { reasonIfMissing } from './reasons.ts';

const NULL_CHARACTER = '\u0000';
const identifier = z
  .string()
  .min(1)
  .max(MAX_ID_LENGTH)
  .refine((id) => !id.includes(NULL_CHARACTER), 'must not contain a null character')
  // MongoDB would store a lone surrogate as U+FFFD, so two ids could become one.
  .refine((id) => id.isWellFormed(), 'must not contain a lone surrogate');
const NO_DATE = 'must be a date and time with seconds and an offset, as in 2026-01-31T09:30:00+01:00';
const date = z.iso
  .datetime({ offset: true, error: (issue) => reasonIfMissing(issue) ?? NO_DATE })
  .transform((value) => new Date(value));
const status = z.enum(STATUSES);
const textual = z.string().default('');
const NO_AMOUNT = 'must be a number or a decimal text';
const amount = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,20}(\.\d{1,10})?$/, NO_AMOUNT)
      .transform((value) => Decimal128.fromString(value)),
  ],
  { error: (issue) => reasonIfMissing(issue) ?? NO_AMOUNT },
);

const image = z.object({ path: z.string(), mimeType: textual, role: z.string().default('image') });
const images = z.array(image).default([]);
const specifications = z
  .record(z.string(), z.string())
  .refine((texts) => !Object.keys(texts).join('').includes(NULL_CHARACTER), 'must not have a null character in a key')
  .default({});
const address = z
  .object({ line1: textual, city: textual, region: textual, postalCode: textual, countryCode: textual })
  .prefault({});

function isLanguageTag(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const merchant = z.object({
  id: identifier,
  name: z.string(),
  handle: z.string(),
  status: z.enum(['active', 'disabled']).default('active'),
  locale: z
    .string()
    .refine((tag) => isLanguageTag(tag), 'must be a language tag (BCP 47), as in pt-BR')
    .optional(),
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
      // Optional, because without it the quantity decides whether the product can be sold. `false` would make it always
      // available.
      tracked: z.boolean().optional(),
      reserved: z.number().default(0),
      allowBackorder: z.boolean().default(false),
    })
    .prefault({}),
  variants: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  specifications,
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
const TOO_MANY_WORDS = `must have at most ${LIMITS.wordsOfSynonym} words`;
const synonym = z
  .string()
  .max(LIMITS.charactersOfSynonym, { abort: true })
  .regex(/[\p{L}\p{N}]/u, NO_WORD)
  .refine((text) => locateWords(text).length <= LIMITS.wordsOfSynonym, TOO_MANY_WORDS);

/** Synonyms, or the pinned and hidden products of a query, or both. */
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
    if (synonyms === undefined && query === undefined) fault('synonyms', 'is required, unless query is given');
    if (query !== undefined && pinned.length + hidden.length === 0)
      fault('pinned', 'is required with query, unless hidden is given');
    if (query === undefined && pinned.length + hidden.length > 0) fault('query', 'is required with pinned and hidden');
  });

export type Target = Exclude<keyof Catalogue, 'database' | 'merchantLanguages' | 'accessTokens' | 'searches'>;

const kind = <Schema extends z.ZodObject>(schema: Schema, target: Target) => ({
  schema,
  /** The collection of its documents. */
  target,
});

/** By `kind`. */
export const KINDS = {
  merchant: kind(merchant, 'merchants'),
  location: kind(location, 'locations'),
  product: kind(product, 'products'),
  collection: kind(collection, 'collections'),
  membership: kind(membership, 'memberships'),
  search_rule: kind(searchRule, 'searchRules'),
} as const;
export type Kind = keyof typeof KINDS;
