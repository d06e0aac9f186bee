/** Which of the products that the searches by identifiers found have the identifier. Pure functions. */
import type { Candidates } from '../engine/candidates.ts';
import { identifiersOf, partNumbersIn, type RankingPayload } from '../index/ranking-payload.ts';
import type { Query } from '../query/query.ts';

/**
 * The products that have the query's identifier or a longer one, among those that `affixSearch` and `wholeSearch` found.
 */
export const productsWithIdentifier = ({ identifier }: Query, found: Candidates): readonly RankingPayload[] =>
  identifier === null
    ? []
    : found.identifier
        .flat()
        .filter((product) =>
          identifiersOf(product).some((each) => each.startsWith(identifier) || each.endsWith(identifier)),
        );

/** The products with a part number that is the query's identifier, or begins with it, among those of the same searches. */
export const productsWithPartNumber = ({ identifier }: Query, found: Candidates): readonly RankingPayload[] =>
  identifier === null
    ? []
    : found.identifier.flat().filter((product) => partNumbersIn(product).some((each) => each.startsWith(identifier)));

/** For each identifier term, the products that the term names, among those that `termSearch` found. */
export const productsOfIdentifierTerms = (
  { identifierTerms }: Query,
  found: Candidates,
): Candidates['identifierTerms'] =>
  identifierTerms.map(({ key, isPrefix }, index) =>
    (found.identifierTerms[index] ?? []).filter((product) =>
      [...identifiersOf(product), ...partNumbersIn(product)].some((each) =>
        isPrefix ? each.startsWith(key) : each === key,
      ),
    ),
  );
