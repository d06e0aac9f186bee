/**
 * The names of a product's published collections, by which ranking sees that a query is the name of a collection:
 * shoppers often type what a shop calls its kinds of products. Pure functions.
 */

/** Longer names are no queries. */
export const MAX_NAME_WORDS = 5;
const MAX_NAMES = 20;

/** The names as one text, from the stems of each without stop words: `;red wine;champagn;`. */
export function writeCollectionNames(names: readonly (readonly string[])[]): string {
  const short = names.filter(({ length }) => length > 0 && length <= MAX_NAME_WORDS).slice(0, MAX_NAMES);
  return short.length === 0 ? '' : `;${short.map((stems) => `${stems.join(' ')};`).join('')}`;
}

/** Whether what `writeCollectionNames` wrote has a name of these stems. */
export const hasCollectionName = (collectionNames: string, stems: string): boolean =>
  collectionNames.includes(`;${stems};`);

/** Whether what `writeCollectionNames` wrote has a name with this stem. */
export const hasCollectionWord = (collectionNames: string, stem: string): boolean =>
  collectionNames.replaceAll(';', ' ').includes(` ${stem} `);
