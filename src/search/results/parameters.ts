/** The request body of `POST /v1/search`. */
import * as z from 'zod';
import { STATUSES } from '../../catalogue/values.ts';
import { flag, id, strictObject, wholeNumberTo, withinCharacters } from '../../http/fields.ts';
import { statusSchema } from '../../products/schema.ts';
import type { SearchFilter } from '../engine/scope-filter.ts';
import { FACET_KINDS, type FacetKind, facetPrefixes, MAX_FACET_BYTES } from '../index/facets.ts';
import { SORT_FIELDS } from '../index/settings.ts';
import { filterShape, highlight, MAX_QUERY_LENGTH } from '../request-fields.ts';

/** Results beyond these cannot be paged. */
export const MAX_RESULTS = 1000;
const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 20;
const MAX_FACETS = 20;
const MAX_VALUES = 100;
const MAX_KEYS = 20;

const BEYOND_RESULTS = `is beyond the first ${MAX_RESULTS} results`;

const SCALAR_FACETS = ['status', 'collection', 'location', 'featured', 'inStock', 'price'] as const;
export type ScalarFacet = (typeof SCALAR_FACETS)[number];

/** Its groups are the kind and the key of a specification or a variant. */
export const FACET_NAME = new RegExp(`^(?:${SCALAR_FACETS.join('|')}|(${FACET_KINDS.join('|')})\\.([\\s\\S]+))$`, 'u');

/** zod skips the check of an object if one of its fields is invalid. With this option, only if it is no object. */
const DESPITE_INVALID_FIELDS = {
  when: ({ issues }: z.core.ParsePayload) =>
    !issues.some(({ code, path = [] }) => code === 'invalid_type' && path.length === 0),
};

/** The fields of an object that its schema rejected. Their values are unchanged. */
const invalidFields = ({ issues }: z.core.ParsePayload) => new Set(issues.map(({ path }) => path?.[0]));

/** One value, or a list of values of which any may be met. Always a list once parsed. */
const oneOrMany = <T extends string>(value: z.ZodType<T>, what: string) => {
  const allowed = `must be ${what}, or a list of 1 to ${MAX_VALUES} of them`;
  const many = z.array(value, allowed).min(1, allowed).max(MAX_VALUES, allowed);
  return z
    .union([value, many], allowed)
    .transform((given): readonly T[] => (typeof given === 'string' ? [given] : given));
};

/** Also a text, because a facet returns `true` and `false` as texts. */
const flagOrText = z
  .union([flag, z.enum(['true', 'false'])], 'must be true or false')
  .transform((given) => given === true || given === 'true')
  .optional();

const NO_TEXT = 'must be a text, and not empty';
const NO_PAIR = `must not be empty, and key and value have at most ${MAX_FACET_BYTES} bytes together`;

const pairText = withinCharacters(z.string(NO_TEXT).min(1, NO_TEXT), MAX_FACET_BYTES);

/**
 * Checks an object before its keys and values, each of which could be an error of its own. A record of zod leaves out
 * `__proto__` without an error, so the filter would not narrow the search.
 */
function checkSize(given: unknown, context: z.RefinementCtx): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const values = Object.values(given);
  if (Object.hasOwn(given, '__proto__')) context.addIssue('must not have the key __proto__');
  if (values.length > MAX_KEYS) context.addIssue(`must have at most ${MAX_KEYS} keys`);
  if (values.flat().length > MAX_VALUES) context.addIssue(`must have at most ${MAX_VALUES} values, all keys together`);
  return given;
}

const prefixesOf = (kind: FacetKind, key: string, values: readonly string[]): readonly string[] => {
  const prefixOf = facetPrefixes(kind, key);
  return values.flatMap((value) => prefixOf(value) ?? []);
};

const pairs = (kind: FacetKind, example: Readonly<Record<string, unknown>>) =>
  z
    .preprocess(
      checkSize,
      z.record(pairText, oneOrMany(pairText, 'a text'), {
        error: (issue) =>
          issue.code === 'invalid_key' ? `has a key that ${issue.issues[0]?.message}` : 'must be an object',
      }),
    )
    .superRefine((given, context) => {
      const invalid = invalidFields(context);
      for (const [key, values] of Object.entries(given)) {
        if (!invalid.has(key) && prefixesOf(kind, key, values).length < values.length)
          context.addIssue({ code: 'custom', path: [key], message: NO_PAIR });
      }
    }, DESPITE_INVALID_FIELDS)
    // Many searches have this filter, so its pairs are folded here, once.
    .transform((given) =>
      Object.fromEntries(Object.entries(given).map(([key, values]) => [key, prefixesOf(kind, key, values)])),
    )
    .meta({
      description: `Only products that have any of the values of each of these ${kind}. At most ${MAX_VALUES} values, all keys together; a key and its value have at most ${MAX_FACET_BYTES} bytes. Keys and values compare without case and accents.`,
      examples: [example],
      override: { maxProperties: MAX_KEYS },
    });

const filter = strictObject({
  status: oneOrMany(statusSchema, `one of ${STATUSES.join(', ')}`)
    .optional()
    .meta({ description: 'Only products of any of these statuses.', examples: ['published'] }),
  collection: oneOrMany(id, 'an id')
    .optional()
    .meta({ description: 'Only of any of the collections with these ids.', examples: [['camping', 'garden']] }),
  location: oneOrMany(id, 'an id')
    .optional()
    .meta({ description: 'Only at any of the locations with these ids.', examples: ['porto'] }),
  featured: flagOrText.meta({ ...filterShape.featured.meta() }),
  inStock: flagOrText.meta({ ...filterShape.inStock.meta() }),
  price: filterShape.price,
  specifications: pairs('specifications', { material: ['cotton', 'polyester'] }).optional(),
  variants: pairs('variants', { Colour: 'red' }).optional(),
} satisfies Record<keyof SearchFilter, z.ZodType>);

const SORTS = Object.keys(SORT_FIELDS) as (keyof typeof SORT_FIELDS)[];
const ORDERS = ['asc', 'desc'] as const;
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const sort = z
  .union(
    [z.literal('relevance'), strictObject({ by: z.enum(SORTS), order: z.enum(ORDERS) })],
    `must be relevance, or an object of by (${either.format(SORTS)}) and order (${either.format(ORDERS)})`,
  )
  .default('relevance')
  .meta({
    description:
      '`relevance` is best first, and without a query newest first. Titles are compared without case and accents, by about their first 460 bytes. Products without a price come last in both orders.',
    examples: [{ by: 'price', order: 'asc' }],
  });

/** The names of facets, with `<key>` for the key of a specification or a variant. */
export const FACETS = [...SCALAR_FACETS, ...FACET_KINDS.map((kind) => `${kind}.<key>`)];
const ALLOWED_FACETS = `must be one of ${FACETS.join(', ')}`;

const facetName = z.string(ALLOWED_FACETS).regex(FACET_NAME, ALLOWED_FACETS);

export const resultsBody = strictObject({
  query: withinCharacters(z.string('must be a text').trim(), MAX_QUERY_LENGTH)
    .transform((value) => value.toWellFormed())
    .default('')
    .meta({
      description:
        'The text to search for, as in `POST /v1/products/search`. Absent or empty: all products, newest first.',
      override: { examples: ['red tent'] },
    }),
  page: wholeNumberTo(MAX_RESULTS, BEYOND_RESULTS)
    .default(1)
    .meta({
      description: `The page to return. Beyond the last one \`data\` is empty. Results beyond the first ${MAX_RESULTS} cannot be paged.`,
      examples: [1],
    }),
  perPage: wholeNumberTo(MAX_PER_PAGE)
    .default(DEFAULT_PER_PAGE)
    .meta({ description: 'How many results a page has.', examples: [20] }),
  filter: filter.default({}).meta({ description: 'Narrows the search. All conditions must hold.' }),
  sort,
  facets: z
    .array(facetName, 'must be a list')
    .max(MAX_FACETS, `must have at most ${MAX_FACETS} names`)
    .default([])
    .meta({
      description: `What to count: ${FACETS.map((name) => `\`${name}\``).join(', ')}.`,
      examples: [['collection', 'price', 'variants.Colour']],
    }),
  highlight,
  products: z
    .enum(['reduced', 'full'], { error: 'must be reduced or full' })
    .default('reduced')
    .meta({ description: 'Which fields the products have.', examples: ['reduced'] }),
}).superRefine(({ page, perPage }, context) => {
  const invalid = invalidFields(context);
  if (!invalid.has('page') && !invalid.has('perPage') && (page - 1) * perPage >= MAX_RESULTS)
    context.addIssue({
      code: 'custom',
      path: ['page'],
      message: `${BEYOND_RESULTS}: the last page of ${perPage} is ${Math.ceil(MAX_RESULTS / perPage)}`,
    });
}, DESPITE_INVALID_FIELDS);

export type ResultsRequest = z.output<typeof resultsBody>;
export type Sort = ResultsRequest['sort'];
