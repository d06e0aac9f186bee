/**
 * The ranking payload: the data that ranking needs of a product, as one text that the engine returns for each hit. It
 * is one text because the engine copies each displayed field of each hit several times (decision 0102).
 */
import { MAPPING_VERSION } from './mapping-version.ts';

/**
 * `<version>:<hash of the texts> <in stock><featured> <language> <identifiers>|<term weights>|<title stems>|<collection
 * names>|<product id>`: only the id may contain a `|`.
 */
export interface RankingPayload {
  readonly productId: string;
  /** Products with the same hash have the same texts, see `product-texts.ts`. */
  readonly textsHash: string;
  readonly inStock: boolean;
  readonly featured: boolean;
  /**
   * The language of the stems in `termWeights`. While a merchant's language changes, some products still have the
   * previous one.
   */
  readonly language: string;
  /**
   * SKU, barcode, model numbers of the title, and part numbers of specifications, without separators, with a space
   * between them. Each part number has a `/` before it.
   */
  readonly identifiers: string;
  /** See `term-weights.ts`. */
  readonly termWeights: string;
  /** See `writeTitleStems`. */
  readonly titleStems: string;
  /** See `collection-names.ts`. */
  readonly collectionNames: string;
}

/** A payload of another mapping begins with another version, or with none. */
const VERSION = `${MAPPING_VERSION}:`;

/** Whether a document of the index has the mapping of this process. */
export const hasThisMapping = ({ ranking_payload: written }: { readonly ranking_payload?: string }): boolean =>
  written?.startsWith(VERSION) === true;

export const writeRankingPayload = (payload: RankingPayload): string => {
  const { textsHash, inStock, featured, language, identifiers, productId } = payload;
  const { termWeights, titleStems, collectionNames } = payload;
  const flags = `${digit(inStock)}${digit(featured)}`;
  const texts = `${identifiers}|${termWeights}|${titleStems}|${collectionNames}`;
  return `${VERSION}${textsHash} ${flags} ${language} ${texts}|${productId}`;
};

const digit = (flag: boolean): string => (flag ? '1' : '0');

/** Reads what `writeRankingPayload` wrote, in a document for which `hasThisMapping`. */
export function readRankingPayload(written: string): RankingPayload {
  const flagsAt = written.indexOf(' ') + 1;
  const identifiersAt = written.indexOf(' ', flagsAt + 3) + 1;
  const weightsAt = written.indexOf('|') + 1;
  const titleAt = written.indexOf('|', weightsAt) + 1;
  const collectionsAt = written.indexOf('|', titleAt) + 1;
  const idAt = written.indexOf('|', collectionsAt) + 1;
  return {
    productId: written.slice(idAt),
    textsHash: written.slice(VERSION.length, flagsAt - 1),
    inStock: written.charAt(flagsAt) === '1',
    featured: written.charAt(flagsAt + 1) === '1',
    language: written.slice(flagsAt + 3, identifiersAt - 1),
    identifiers: written.slice(identifiersAt, weightsAt - 1),
    termWeights: written.slice(weightsAt, titleAt - 1),
    titleStems: written.slice(titleAt, collectionsAt - 1),
    collectionNames: written.slice(collectionsAt, idAt - 1),
  };
}

const PART_NUMBER = '/';

type Identified = Pick<RankingPayload, 'identifiers'>;

/** The identifiers for `RankingPayload`. */
export const writeIdentifiers = (ofProduct: readonly string[], partNumbers: readonly string[]): string =>
  [...ofProduct, ...partNumbers.map((each) => `${PART_NUMBER}${each}`)].join(' ');

/** The product's own identifiers: SKU, barcode and model numbers. */
export const identifiersOf = (product: Identified): readonly string[] =>
  writtenIdentifiers(product).filter((each) => !each.startsWith(PART_NUMBER));

/** The part numbers of the specifications. Other products may have the same: a spare part names what it replaces. */
export const partNumbersIn = (product: Identified): readonly string[] =>
  writtenIdentifiers(product).flatMap((each) => (each.startsWith(PART_NUMBER) ? each.slice(PART_NUMBER.length) : []));

const writtenIdentifiers = ({ identifiers }: Identified): readonly string[] =>
  identifiers === '' ? [] : identifiers.split(' ');
