/**
 * What the engine tells of a product that a search finds. It stands in the search document as one text, `hit`, because the
 * engine copies each displayed field of each hit several times, whatever it is asked for: as six fields they took it a
 * seventh more of a search (decision 0102).
 *
 * `<hash of the texts> <in stock><featured> <identifiers>|<rank terms>|<product id>`: of these only the id may have a `|`.
 */
export interface EngineHit {
  readonly productId: string;
  /** Tells whether its texts are the same as ones seen before, see `index/product-texts.ts`. */
  readonly textsHash: string;
  readonly inStock: boolean;
  readonly featured: boolean;
  /** SKU, barcode and model numbers, without what separates their parts, and a space after each but the last. */
  readonly identifiers: string;
  /** The weights of its words, see `index/term-weights.ts`. */
  readonly rankTerms: string;
}

export const writeHit = ({ textsHash, inStock, featured, identifiers, rankTerms, productId }: EngineHit): string =>
  `${textsHash} ${digit(inStock)}${digit(featured)} ${identifiers}|${rankTerms}|${productId}`;

const digit = (flag: boolean): string => (flag ? '1' : '0');

/** What `writeHit` made. */
export function readHit(written: string): EngineHit {
  const flagsAt = written.indexOf(' ') + 1;
  const termsAt = written.indexOf('|') + 1;
  const idAt = written.indexOf('|', termsAt) + 1;
  return {
    productId: written.slice(idAt),
    textsHash: written.slice(0, flagsAt - 1),
    inStock: written.charAt(flagsAt) === '1',
    featured: written.charAt(flagsAt + 1) === '1',
    identifiers: written.slice(flagsAt + 3, termsAt - 1),
    rankTerms: written.slice(termsAt, idAt - 1),
  };
}

export const identifiersOf = ({ identifiers }: EngineHit): readonly string[] =>
  identifiers === '' ? [] : identifiers.split(' ');
