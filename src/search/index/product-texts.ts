/**
 * The texts of a product as the index has them. A search shows those that match. The search document holds them as one
 * text, and the ranking payload holds its hash, so texts that were read once are not read again.
 */
import { hash } from 'node:crypto';
import { type SearchDocument, type TextField, withoutEmptyFields } from './document.ts';

/** By field; fields without a text are left out. */
export type ProductTexts = Readonly<
  Partial<Pick<SearchDocument, SearchedText> & Identifiers & { location_id: string }>
>;

/** The fields of the same name in the document have only some words of these. */
type Identifiers = Record<'sku' | 'barcode', string>;
type SearchedText = Exclude<TextField, keyof Identifiers>;

/** The texts as the search document holds them. */
export const writeTexts = (texts: ProductTexts): string => JSON.stringify(withoutEmptyFields(texts));

/** Parses what `writeTexts` wrote. */
export const readTexts = (written: string): ProductTexts => JSON.parse(written) as ProductTexts;

const HASH_LENGTH = 16;

/** 96 bits: no two texts share a hash. */
export const textsHash = (written: string): string => hash('sha256', written, 'base64url').slice(0, HASH_LENGTH);

/** The texts of one field. */
export function textsIn(texts: ProductTexts, field: TextField): readonly string[] {
  const value = texts[field];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
