/** The identifiers of a product, in its own fields and in its texts. Pure functions. */
import type { MappedDocument } from '../../src/search/index/document.ts';
import { identifierNumbers } from '../../src/search/index/identifier-numbers.ts';
import { foldText } from '../../src/search/text/fold.ts';
import {
  isSerialNumber,
  modelNumbersOf,
  partNumbersOf,
  reverseText,
  stripSeparators,
} from '../../src/search/text/identifiers.ts';
import { locateWords, tokenizeQuery } from '../../src/search/text/tokenize.ts';

const MAX_IDENTIFIERS = 20;
/** Shoppers don't type longer identifiers, and the engine rejects a filterable value of more than 468 bytes. */
const MAX_IDENTIFIER = 100;

/** The identifiers that have fields of their own. */
export type Identified = Record<'sku' | 'barcode', string>;

export interface Identifiers {
  /** The SKU, the barcode, and the model numbers of the title, as written. */
  readonly written: readonly string[];
  /** The same in the form in which they are compared, each once. */
  readonly own: readonly string[];
  /** The part numbers of the specifications in that form, without those of `own`. */
  readonly partNumbers: readonly string[];
  /** The words of the SKU and of the barcode. */
  readonly words: readonly string[];
}

/** `values`: those of the specifications. */
export function identifiersOf({ sku, barcode }: Identified, title: string, values: readonly string[]): Identifiers {
  const written = [sku, barcode, ...modelNumbersOf(title)].slice(0, MAX_IDENTIFIERS);
  const own = comparable(written);
  const partNumbers = comparable(values.flatMap(partNumbersOf)).filter((each) => !own.includes(each));
  return {
    written,
    own,
    partNumbers: partNumbers.slice(0, MAX_IDENTIFIERS - own.length),
    // Identifiers have no amounts, so other forms of their parts would only make them longer.
    words: [sku, barcode].flatMap(tokenizeQuery).filter((word) => !isSerialNumber(word)),
  };
}

type IdentifierField = 'sku' | 'barcode' | 'identifier_starts' | 'identifier_ends';

export const identifierFields = (
  { sku, barcode }: Identified,
  { own, partNumbers }: Identifiers,
): Pick<MappedDocument, IdentifierField> => ({
  sku: writtenWords(sku),
  barcode: writtenWords(barcode),
  identifier_starts: [...own, ...partNumbers].flatMap(identifierNumbers),
  // Shoppers know the end of a barcode. Four digits end too many part numbers.
  identifier_ends: own.flatMap((each) => identifierNumbers(reverseText(each))),
});

/** Returns the identifiers in the form in which they are compared, each once. */
const comparable = (identifiers: readonly string[]): readonly string[] =>
  [...new Set(identifiers.map(stripSeparators))].filter((each) => each !== '' && each.length <= MAX_IDENTIFIER);

/** Returns the words as written, because the engine matches a part of an identifier as it was typed. */
const writtenWords = (identifier: string): string[] =>
  locateWords(foldText(identifier)).flatMap(({ written }) => (isSerialNumber(written) ? [] : written));
