/** What the schemas of responses share: a list, a whole number, and examples. */
import * as z from 'zod';

/** An example of a response, from the examples of its fields. */
export const exampleOf = <S extends z.ZodType>(schema: S): z.output<S> => exampleOfAny(schema) as z.output<S>;

function exampleOfAny(schema: unknown): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, exampleOfAny(field)]));
  if (schema instanceof z.ZodArray) return [exampleOfAny(schema.element)];
  return schema instanceof z.ZodType ? (schema.meta()?.examples as unknown[] | undefined)?.[0] : undefined;
}

/** A whole number of at least `minimum`. */
export const count = (description: string, minimum: number, example: number) =>
  z
    .int()
    .min(minimum)
    .meta({ description, examples: [example] });
const address = (description: string) => z.string().meta({ description, examples: ['/v1/products?page=1'] });

const metaSchema = z
  .strictObject({
    total: count('How many items there are.', 0, 1),
    perPage: count('The size of a page.', 1, 100),
    currentPage: count('The number of this page.', 1, 1),
    lastPage: count('The number of the last page.', 1, 1),
    firstPage: count('The number of the first page.', 1, 1),
    firstPageUrl: address('The first page.'),
    lastPageUrl: address('The last page.'),
    nextPageUrl: z
      .string()
      .nullable()
      .meta({ description: 'The next page; null on the last.', examples: [null] }),
    previousPageUrl: z
      .string()
      .nullable()
      .meta({ description: 'The previous page; null on the first.', examples: [null] }),
  })
  .meta({
    id: 'PageMeta',
    description: 'The position of a page. Its URLs drop the other parameters; those in the `Link` header keep them.',
  });

export type PageMeta = z.output<typeof metaSchema>;

/** The schema of a page of such items. */
export const listSchema = <S extends z.ZodType>(item: S) =>
  z.strictObject({ meta: metaSchema, data: z.array(item).meta({ description: 'The items of this page.' }) });
