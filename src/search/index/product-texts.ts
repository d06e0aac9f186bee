/**
 * The texts of a product as the index has them: what a search tells of why it was found. They stand in the search document
 * as one text with its hash, so a text that was read once need not be read again: a hit says by the hash which it has.
 */
import { hash } from 'node:crypto';
import { type SearchDocument, type TextField, writtenFields } from './document.ts';

/** By field; fields without a text are left out. */
export type ProductTexts = Readonly<
  Partial<Pick<SearchDocument, SearchedText> & Identifiers & { location_id: string }>
>;

/** Of these the document has only words. */
type Identifiers = Record<'sku' | 'barcode', string>;
type SearchedText = Exclude<TextField, keyof Identifiers>;

/** The texts as the search document has them. */
export const writeTexts = (texts: ProductTexts): string => JSON.stringify(writtenFields(texts));

/** The texts from what `writeTexts` made. */
export const readTexts = (written: string): ProductTexts => JSON.parse(written) as ProductTexts;

const HASH_LENGTH = 16;

/** Of 96 bits: two texts with the same one do not occur. */
export const textsHash = (written: string): string => hash('sha256', written, 'base64url').slice(0, HASH_LENGTH);

/** The texts of one field, most often one. */
export function textsIn(texts: ProductTexts, field: TextField): readonly string[] {
  const value = texts[field];
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
