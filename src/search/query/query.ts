/** A parsed query. Later steps read it instead of the text, except where they replace words of the text. */
import type { SynonymGroup } from './synonyms.ts';

/** One wording of the query: the shopper's own words, or these with synonyms in place of some. */
export interface Wording {
  /** Words and phrases, in their order. At most `MAX_CONTENT_WORDS` different words, beside stop words. */
  readonly terms: readonly QueryTerm[];
  /** Words and phrases that must not occur. */
  readonly excluded: readonly QueryTerm[];
  /** Excluded terms that look like identifiers, without separators. */
  readonly excludedIdentifiers: readonly string[];
  /** Whether the last term may be the beginning of a word. */
  readonly lastTermIsPrefix: boolean;
  /** The whole query without separators, if it could be an identifier, or the beginning or end of one. */
  readonly identifier: string | null;
  /** Whether the query can only be an identifier. */
  readonly isIdentifier: boolean;
  /** The terms that look like identifiers, in a query that is not one as a whole. */
  readonly identifierTerms: readonly IdentifierTerm[];
}

export interface Query extends Wording {
  /** As the shopper typed it. */
  readonly text: string;
  /** The language in which the query was parsed, see `text/analyzer.ts`. */
  readonly language: string;
  readonly synonyms: readonly SynonymGroup[];
  /**
   * The query with the merchant's synonyms, or the parts of compounds, in place of its own words. Each wording costs the
   * engine a search.
   */
  readonly synonymWordings: readonly Wording[];
  /** The same with common synonyms. They are searched if few products have the query's words. */
  readonly commonSynonymWordings: readonly Wording[];
  /** Ids of products that come first, in this order. */
  readonly pinned: readonly string[];
  /** Ids of products that are left out. */
  readonly hidden: ReadonlySet<string>;
  /** The hash of the search rules under which the query was parsed. */
  readonly rulesHash: string;
}

export interface QueryTerm {
  /** As the shopper typed it; a phrase has its quotes. */
  readonly typed: string;
  readonly isPhrase: boolean;
  /** At most `MAX_ENGINE_WORDS`. */
  readonly tokens: readonly QueryToken[];
}

export interface QueryToken {
  /** Folded. */
  readonly token: string;
  readonly stem: string;
  /** How the stem begins if the token is the beginning of a word, see `Analyzer.stemPrefix`. */
  readonly stemPrefix: string;
  /** The stem with the marks that the shopper typed, see `text/marked-words.ts`; null without such marks. */
  readonly marked: string | null;
  /** Whether it is a stop word outside phrases, and the query has other words. */
  readonly isStopWord: boolean;
}

export interface IdentifierTerm {
  /** Without separators. */
  readonly key: string;
  readonly tokens: readonly string[];
  readonly isPrefix: boolean;
}

/** The engine ignores words beyond this number. */
export const MAX_ENGINE_WORDS = 10;

/** More different words than anyone types, without stop words. Finding each in the texts of the hits costs time. */
export const MAX_CONTENT_WORDS = 40;

/** The maximum number of words to count the products of, stop words included. Each costs the engine a search. */
const MAX_COUNTED_WORDS = 40;

/** Whether a term has only stop words. */
export const isStopWord = ({ tokens }: QueryTerm): boolean => tokens.every((token) => token.isStopWord);

/** The terms that aren't stop words. */
export const contentTerms = (terms: readonly QueryTerm[]): readonly QueryTerm[] =>
  terms.filter((term) => !isStopWord(term));

/** The same wording without stop words. If one of them is the last term, the remaining terms are whole. */
export const withoutStopWords = (wording: Wording): Wording => ({
  ...wording,
  terms: contentTerms(wording.terms),
  lastTermIsPrefix: wording.lastTermIsPrefix && !wording.terms.slice(-1).some(isStopWord),
});

/** The tokens of all terms, in their order. */
export const tokensOf = (terms: readonly QueryTerm[]): readonly string[] =>
  terms.flatMap(({ tokens }) => tokens.map(({ token }) => token));

/** The different tokens of all terms, in their order. */
export const distinctTokens = (terms: readonly QueryTerm[]): readonly QueryToken[] => [
  ...new Map(terms.flatMap(({ tokens }) => tokens.map((each) => [each.marked ?? each.token, each]))).values(),
];

/** Whether marks of a word outside phrases tell it apart. */
export const hasMarks = ({ terms }: Pick<Wording, 'terms'>): boolean =>
  terms.some(({ isPhrase, tokens }) => !isPhrase && tokens.some(({ marked }) => marked !== null));

/** The same wording as if its words had no marks. */
export const withoutMarks = <W extends Pick<Wording, 'terms'>>(wording: W): W => ({
  ...wording,
  terms: wording.terms.map((term) => ({ ...term, tokens: term.tokens.map((token) => ({ ...token, marked: null })) })),
});

/** The token that may be the beginning of a word; null if the last term is whole. */
export const prefixToken = ({
  terms,
  lastTermIsPrefix,
}: Pick<Wording, 'terms' | 'lastTermIsPrefix'>): QueryToken | null =>
  lastTermIsPrefix ? (terms.at(-1)?.tokens.at(-1) ?? null) : null;

/** The first terms, as many as have `MAX_CONTENT_WORDS` different words together. Stop words don't count. */
export function firstTerms(terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const words = new Set<string>();
  const end = terms.findIndex((term) => {
    if (!isStopWord(term)) for (const { token } of term.tokens) words.add(token);
    return words.size > MAX_CONTENT_WORDS;
  });
  return end === -1 ? terms : terms.slice(0, end);
}

export const countWords = (terms: readonly QueryTerm[]): number =>
  terms.reduce((sum, { tokens }) => sum + tokens.length, 0);

/** Whether the engine would ignore some content terms, or too many words would have to be counted. */
export const exceedsEngineWords = (terms: readonly QueryTerm[]): boolean =>
  countWords(contentTerms(terms)) > MAX_ENGINE_WORDS || countWords(terms) > MAX_COUNTED_WORDS;
