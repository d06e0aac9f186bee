/**
 * Finds synonyms in a query, and replaces words of the query with them: a merchant's synonyms, the parts of a compound
 * (`damen jacke` for `damenjacke`), and common synonyms (`synonyms/common-synonyms.ts`). The engine's own synonyms belong
 * to the index, which all merchants share, so they can't be used. Pure functions.
 */
import { groupBy } from '../../runtime/lists.ts';
import { keyOf, readTerm, type Synonyms, type SynonymTerm } from '../synonyms/terms.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { compoundParts } from './compound-parts.ts';
import { endOfTerm, type LocatedText, type Replacement, replaceTerms, stemsIn } from './replace-terms.ts';

/**
 * What a synonym counts, as a share of what the words themselves would. A merchant knows its own synonyms. Common ones
 * rank behind the words themselves in the same field.
 */
const SYNONYM_SHARES = {
  merchant: 1,
  common: 0.65,
  /** The parts of a compound, and a compound with another end. */
  compound: 0.65,
} as const;

/** Adjacent words of a query, and their synonyms. */
export interface SynonymGroup {
  readonly stems: readonly string[];
  readonly alternatives: readonly SynonymTerm[];
  /** What a synonym counts, as a share of what the words themselves do. */
  readonly share: number;
  /** Whether a product must have each word of a synonym: one part of a compound means something else. */
  readonly needsAllWords: boolean;
}

interface ExpandedQuery {
  readonly groups: readonly SynonymGroup[];
  readonly replacements: readonly Replacement[];
}

/** One for each of the first synonyms, and one with all words replaced. */
export const MAX_REPLACEMENTS = 8;
const MAX_SYNONYMS = MAX_REPLACEMENTS - 1;
/** Words of a query beyond this number have no synonyms. */
const MAX_TOKENS = 40;

/** Words that have synonyms, by their indexes among the tokens. */
interface Occurrence {
  readonly from: number;
  readonly to: number;
  readonly stems: readonly string[];
  readonly alternatives: readonly SynonymTerm[];
  /** Those of the alternatives that mean a compound. */
  readonly ofCompound: ReadonlySet<SynonymTerm>;
}

/** The merchant's synonyms, and the parts of compounds. `synonyms` were read with the same analyzer. */
export const expandSynonyms = (located: LocatedText, synonyms: Synonyms, analyzer: Analyzer): ExpandedQuery =>
  expand(located, {
    synonyms,
    share: SYNONYM_SHARES.merchant,
    ofCompound: (word) => partsOf(word, analyzer),
  });

/** The common synonyms, also those of the end of a compound. `synonyms` are those of the analyzer's language. */
export const expandCommonSynonyms = (located: LocatedText, synonyms: Synonyms, analyzer: Analyzer): ExpandedQuery =>
  expand(located, {
    synonyms,
    share: SYNONYM_SHARES.common,
    ofCompound: (word) => otherEndsOf(word, synonyms, analyzer),
  });

interface Source {
  readonly synonyms: Synonyms;
  readonly share: number;
  /** What else a word means if it is a compound. */
  ofCompound(word: string): readonly SynonymTerm[];
}

function expand(located: LocatedText, source: Source): ExpandedQuery {
  const occurrences = firstSynonyms(findOccurrences(located, source));
  const single = occurrences.flatMap(({ from, to, alternatives }) => alternatives.map((by) => [{ from, to, by }]));
  const all = occurrences.flatMap(({ from, to, alternatives: [by] }) => (by === undefined ? [] : { from, to, by }));
  return {
    groups: occurrences.flatMap((occurrence) => groupsOf(occurrence, source.share)),
    replacements: [...single, ...(occurrences.length > 1 ? [all] : [])].map((each) => replaceTerms(located, each)),
  };
}

/** The synonyms of an occurrence, and what it means as a compound. */
function groupsOf({ stems, alternatives, ofCompound }: Occurrence, share: number): SynonymGroup[] {
  const synonyms = alternatives.filter((term) => !ofCompound.has(term));
  const others = alternatives.filter((term) => ofCompound.has(term));
  return [
    { stems, alternatives: synonyms, share, needsAllWords: false },
    { stems, alternatives: others, share: SYNONYM_SHARES.compound, needsAllWords: true },
  ].filter((group) => group.alternatives.length > 0);
}

/** From the left, the longest first, each term once. A synonym that the shopper also typed is no alternative. */
function findOccurrences({ text, tokens: all }: LocatedText, source: Source): Occurrence[] {
  const tokens = all.slice(0, MAX_TOKENS);
  const typed = new Set(tokens.map(({ stem }) => stem));
  const seen = new Set<string>();
  const occurrences: Occurrence[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const to = endOfTerm(tokens, from, source.synonyms) ?? from + 1;
    const stems = stemsIn(tokens, from, to);
    const key = keyOf(stems);
    const word = text.slice(tokens[from]?.start, tokens[from]?.end);
    const ofCompound = new Set(to === from + 1 ? source.ofCompound(word) : []);
    const terms = [...(source.synonyms.get(key) ?? []).flat(), ...ofCompound];
    const others = new Map(terms.map((term) => [term.key, term]));
    const alternatives = [...others.values()].filter((term) => !term.stems.every((stem) => typed.has(stem)));
    if (alternatives.length > 0 && !seen.has(key)) occurrences.push({ from, to, stems, alternatives, ofCompound });
    seen.add(key);
    from = to - 1;
  }
  return occurrences;
}

/** The parts of a word that may be a compound, as terms. */
const partsOf = (word: string, analyzer: Analyzer): SynonymTerm[] =>
  compoundParts(word, analyzer).map((parts) => {
    const stems = parts.map(analyzer.stem);
    return { key: keyOf(stems), stems, text: parts.join(' ') };
  });

/** A word that may be a compound, with the synonyms of its end: `pendelleuchte` for `pendellampe`. */
const otherEndsOf = (word: string, synonyms: Synonyms, analyzer: Analyzer): SynonymTerm[] =>
  compoundParts(word, analyzer).flatMap(([beginning, end]) =>
    (synonyms.get(keyOf([analyzer.stem(end)])) ?? [])
      .flat()
      .filter(({ stems }) => stems.length === 1)
      .flatMap((synonym) => readTerm(beginning + foldText(synonym.text), analyzer) ?? []),
  );

/** The first synonyms: one of each occurrence, then the second of each, up to the limit. */
function firstSynonyms(occurrences: readonly Occurrence[]): Occurrence[] {
  const synonyms = occurrences.flatMap((occurrence) =>
    occurrence.alternatives.map((alternative, round) => ({ occurrence, alternative, round })),
  );
  const first = synonyms.toSorted((one, other) => one.round - other.round).slice(0, MAX_SYNONYMS);
  return [...groupBy(first, ({ occurrence }) => occurrence)].map(([occurrence, some]) => ({
    ...occurrence,
    alternatives: some.map(({ alternative }) => alternative),
  }));
}
