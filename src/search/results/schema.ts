/** The response schema of a page of search results, and its example for the OpenAPI document. */
import * as z from 'zod';
import { count } from '../../http/schema.ts';
import { productExample, productSchema } from '../../products/schema.ts';
import { foundProductExample, foundProductSchema, searchSchema } from '../response-schemas.ts';
import { MAX_FACET_VALUES } from './facets.ts';

const metaSchema = z
  .strictObject({
    total: count('How many products are found. Exact at the moment of the search.', 0, 1),
    perPage: count('The size of a page.', 0, 20),
    currentPage: count('The number of this page.', 0, 1),
    lastPage: count('The number of the last page that can be requested.', 0, 1),
    firstPage: count('The number of the first page.', 0, 1),
    query: z
      .string()
      .meta({ description: 'The query of the request; empty if there is none.', examples: ['red tentt'] }),
    correctedQuery: z
      .string()
      .nullable()
      .meta({
        description: 'The query without its typing errors, if the products are those of that one.',
        examples: ['red tent'],
      }),
    isRelaxed: z.boolean().meta({
      description:
        'Whether no product has all words and phrases of the query, so that the products have only some of the ' +
        'words, or the words of a phrase apart.',
      examples: [false],
    }),
    tookMs: z
      .number()
      .min(0)
      .meta({ description: 'How long the search took, in milliseconds.', examples: [8.4] }),
    searchId: z.string().meta({
      description: 'Identifies this search; also in `Catalogue-Search-Id`.',
      examples: ['6f1c8e1e-2f55-4c0e-9a53-0c8b6e4c1b7a'],
    }),
  })
  .meta({ id: 'ResultsMeta', description: 'What was found, and the position of the page.' });

const facetValueSchema = z
  .strictObject({
    value: z.string().meta({ description: 'The value to send in `filter`.', examples: ['red'] }),
    label: z.string().meta({
      description: 'The text to show: the name of a collection or location, otherwise one spelling of the value.',
      examples: ['Red'],
    }),
    count: count('How many products have it.', 0, 1),
  })
  .meta({ id: 'FacetValue', description: 'A value of a facet, and how many products have it.' });

const facetSchema = z
  .union([
    z.strictObject({
      values: z
        .array(facetValueSchema)
        .max(MAX_FACET_VALUES)
        .meta({
          description:
            'Most frequent first. Those of `collection` and `location` in the filter are among them even if no product of ' +
            'the set has them: then their count is 0.',
        }),
      isComplete: z.boolean().meta({ description: 'Whether these are all values.', examples: [true] }),
    }),
    z.strictObject({
      min: z
        .number()
        .nullable()
        .meta({ description: 'The lowest price; null without a price.', examples: [19.95] }),
      max: z
        .number()
        .nullable()
        .meta({ description: 'The highest price; null without a price.', examples: [199.95] }),
    }),
  ])
  .meta({ id: 'Facet', description: 'The values of a facet with their numbers of products; of `price`, the range.' });

const fullFoundProduct = z
  .strictObject({ product: productSchema, search: searchSchema })
  .meta({ id: 'FoundFullProduct', description: 'A full product that was found, and the texts that matched.' });

export const resultsSchema = z
  .strictObject({
    meta: metaSchema,
    data: z
      .union([z.array(foundProductSchema), z.array(fullFoundProduct)])
      .meta({ description: 'The results of the page, full products with `products: full`.' }),
    facets: z.record(z.string(), facetSchema).meta({ description: 'For each requested facet, by its name.' }),
  })
  .meta({ id: 'SearchResults', description: 'A page of search results.' });

export type ResultsMeta = z.output<typeof metaSchema>;

const meta: ResultsMeta = {
  total: 1,
  perPage: 20,
  currentPage: 1,
  lastPage: 1,
  firstPage: 1,
  query: 'red tentt',
  correctedQuery: 'red tent',
  isRelaxed: false,
  tookMs: 8.4,
  searchId: '6f1c8e1e-2f55-4c0e-9a53-0c8b6e4c1b7a',
};

const facets = {
  collection: { values: [{ value: 'camping', label: 'Camping', count: 1 }], isComplete: true },
  price: { min: 199.95, max: 199.95 },
  'variants.Colour': {
    values: [
      { value: 'blue', label: 'blue', count: 1 },
      { value: 'red', label: 'red', count: 1 },
    ],
    isComplete: true,
  },
};

/** A search with facets and a filter, and its response. */
export const resultsExamples = {
  search: {
    request: {
      query: 'red tentt',
      filter: { inStock: true, variants: { Colour: ['red', 'signal red'] } },
      facets: ['collection', 'price', 'variants.Colour'],
      highlight: true,
    },
    response: { meta, data: [foundProductExample], facets } satisfies z.input<typeof resultsSchema>,
  },
  browse: {
    request: {
      filter: { collection: ['camping'] },
      sort: { by: 'price', order: 'asc' },
      products: 'full',
      perPage: 1,
    },
    response: {
      meta: { ...meta, perPage: 1, query: '', correctedQuery: null },
      data: [
        {
          product: productExample,
          search: {
            index: 0,
            results: foundProductExample.search.results.slice(0, 1).map(({ highlights: _none, ...match }) => match),
          },
        },
      ],
      facets: {},
    } satisfies z.input<typeof resultsSchema>,
  },
};
