/**
 * The weights of a product's stems: the half of BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework",
 * 2009) that depends on the product alone. The indexer gives each stem one saturated weight from all fields. The engine
 * searches the stems in steps of weight (impact tiers), which chooses the hits. Ranking multiplies the exact weights by
 * the rarity of the stems (`ranking/rarity.ts`), which orders the hits.
 */
import type { Analyzer } from '../text/analyzer.ts';

/** How much a field says about what a product is, and its usual number of words. */
const FIELDS = {
  title: { weight: 5, usualLength: 12 },
  subtitle: { weight: 1, usualLength: 3 },
  identifiers: { weight: 1, usualLength: 4 },
  variants: { weight: 1, usualLength: 8 },
  // A word of up to six collections outweighs a mention in a short description, which counts almost twice.
  collections: { weight: 2, usualLength: 12 },
  compoundEnds: { weight: 1.5, usualLength: 12 },
  description: { weight: 1, usualLength: 60 },
  specifications: { weight: 0.5, usualLength: 150 },
  otherKinds: { weight: 0.5, usualLength: 12 },
} as const;

/** b and k₁ of the formula. */
const LENGTH_SHARE = 0.5;
const SATURATION = 1.2;

export const MAX_WEIGHT = 999;
/** The stems with the highest weights. Further stems find no product. */
const MAX_TERMS = 300;
/** How many of them the ranking payload has. More would make responses larger, and the ranking no better. */
const MAX_WRITTEN_TERMS = 96;
const MAX_TERM_LENGTH = 40;

/** The tokens of each field. */
export type FieldTokens = Readonly<Record<keyof typeof FIELDS, readonly string[]>>;

/**
 * Impact tiers, the highest first: the engine searches one field for each, with the stems of at least this weight. Its
 * rule `attribute` adds up the positions of the fields that match, so it ranks by the sum of the weights, in steps. A
 * word of a usual title weighs 800 and more (decision 0101); the last tier has every other stem, so that each is found.
 */
export const IMPACT_TIERS = [950, 925, 900, 875, 850, 825, 800, 1] as const;

export type ImpactTierField = `impact_tier_${(typeof IMPACT_TIERS)[number]}`;
export const IMPACT_TIER_FIELDS = IMPACT_TIERS.map((tier): ImpactTierField => `impact_tier_${tier}`);

interface StemWeight {
  readonly stem: string;
  /** 1 to 999. */
  readonly weight: number;
}

/** How often words of a title count that don't count once. */
export type Emphasis = ReadonlyMap<string, number>;

/** The stems of a product with their weights, the highest first. `emphasis`: that of the title. */
export function weighTerms(tokensByField: FieldTokens, analyzer: Analyzer, emphasis: Emphasis): readonly StemWeight[] {
  const weights = new Map<string, { readonly stem: string; weight: number }>();
  const add = (token: string, weight: number) => {
    for (const stem of stemsOf(token, analyzer)) addStem(stem, weight);
  };
  const addStem = (stemmed: string, weight: number) => {
    const known = weights.get(stemmed);
    if (known !== undefined) known.weight += weight;
    else if (stemmed.length <= MAX_TERM_LENGTH) weights.set(stemmed, { stem: stemmed, weight });
  };
  for (const field in FIELDS) {
    const { weight, usualLength } = FIELDS[field as keyof FieldTokens];
    const tokens = tokensByField[field as keyof FieldTokens];
    const share = weight / (1 - LENGTH_SHARE + (LENGTH_SHARE * tokens.length) / usualLength);
    for (const token of tokens) add(token, share);
    if (field !== 'title') continue;
    for (const [word, factor] of emphasis) if (tokens.includes(word)) add(word, share * (factor - 1));
  }
  return [...weights.values()]
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_TERMS)
    .map((term) => ({ stem: term.stem, weight: Math.round((MAX_WEIGHT * term.weight) / (term.weight + SATURATION)) }));
}

/** The stems, and those with marks with the same weight. `marked`: see `markedStems`. */
export const withMarkedTerms = (terms: readonly StemWeight[], marked: MarkedStems): readonly StemWeight[] =>
  terms.flatMap((term) => [term, ...(marked.get(term.stem) ?? []).map((stem) => ({ ...term, stem }))]);

type MarkedStems = ReadonlyMap<string, readonly string[]>;

/** The stems of a word: its own, and in some languages that of its other spelling. */
export function stemsOf(token: string, { stem, speltStem }: Analyzer): readonly string[] {
  const [own, spelt] = [stem(token), speltStem(token)];
  return own === spelt ? [own] : [own, spelt];
}

/**
 * The stems of each tier, without those that `isSearchable` rejects. They are lists, because the engine matches no
 * phrase across the items of a list.
 */
export function impactTiersOf(
  terms: readonly StemWeight[],
  isSearchable: (stem: string) => boolean,
): Record<ImpactTierField, string[]> {
  const tiers = Object.fromEntries(IMPACT_TIER_FIELDS.map((field) => [field, [] as string[]]));
  for (const { stem, weight } of terms) {
    const tier = IMPACT_TIERS.find((least) => weight >= least);
    if (tier !== undefined && isSearchable(stem)) tiers[`impact_tier_${tier}`]?.push(stem);
  }
  return tiers as Record<ImpactTierField, string[]>;
}

const OF_KEY = 'k';

/**
 * The stems with the highest weights as one text, which the engine copies faster than a list: ` laptop:873 brand:80k `.
 * Those in `keyStems` have a `k` after their weight.
 */
export function writeTermWeights(
  terms: readonly StemWeight[],
  keyStems: ReadonlySet<string> = new Set(),
  marked: MarkedStems = new Map(),
): string {
  let written = '';
  for (const { stem, weight } of withMarkedTerms(terms.slice(0, MAX_WRITTEN_TERMS), marked))
    written += ` ${stem}:${weight}${keyStems.has(stem) ? OF_KEY : ''}`;
  return written === '' ? '' : `${written} `;
}

/** The weight of a stem in what `writeTermWeights` wrote; 0 if the stem is missing. */
export const weightOf = (termWeights: string, stem: string): number =>
  weightAt(termWeights, termWeights.indexOf(` ${stem}:`));

/** The highest weight of a stem with this beginning; 0 if there is none. */
export const weightOfPrefix = (termWeights: string, prefix: string): number =>
  // The highest weights come first.
  weightAt(termWeights, termWeights.indexOf(` ${prefix}`));

interface WrittenTerm extends StemWeight {
  /** Whether the product has the stem only in keys of specifications and variants. */
  readonly isOnlyKey: boolean;
}

/** The stems with this beginning in what `writeTermWeights` wrote, the highest weight first. */
export function* termsWithPrefix(termWeights: string, prefix: string): Generator<WrittenTerm> {
  const start = ` ${prefix}`;
  for (let at = termWeights.indexOf(start); at >= 0; at = termWeights.indexOf(start, at + 1)) {
    const colon = termWeights.indexOf(':', at);
    const isOnlyKey = termWeights.charAt(termWeights.indexOf(' ', colon) - 1) === OF_KEY;
    yield { stem: termWeights.slice(at + 1, colon), weight: weightAt(termWeights, at), isOnlyKey };
  }
}

/** The highest weight of a stem that is a letter and a number, such as `d3`; 0 if there is none. */
export function weightOfNumbered(termWeights: string, letter: string): number {
  for (const { stem, weight } of termsWithPrefix(termWeights, letter))
    if (NUMBER.test(stem.slice(letter.length))) return weight;
  return 0;
}

const NUMBER = /^\p{Nd}+$/u;

/** The highest weight of all stems. */
export const highestWeight = (termWeights: string): number => weightAt(termWeights, 0);

function weightAt(termWeights: string, index: number): number {
  if (index < 0) return 0;
  const start = termWeights.indexOf(':', index) + 1;
  return Number.parseInt(termWeights.slice(start, termWeights.indexOf(' ', start)), 10);
}

const MAX_TITLE_STEMS = 40;

/** The stems of a title in their order, as one text: ` laptop stand aluminium `. */
export const writeTitleStems = (stems: readonly string[]): string =>
  stems.length === 0 ? '' : ` ${stems.slice(0, MAX_TITLE_STEMS).join(' ')} `;

/** Whether the stems directly follow one another in what `writeTitleStems` wrote. */
export const areAdjacent = (titleStems: string, ...stems: readonly string[]): boolean =>
  titleStems.includes(` ${stems.join(' ')} `);
