/**
 * Specifications and variants as facets. An index can have 65,535 field paths, ever, so the pairs of all keys share 64
 * list fields; a hash of the key chooses the field. Pairs compare without case, accents and white space. Pure
 * functions, shared by the indexer and the API.
 *
 * A stored pair is one text, `s¦<key>¦<value>¦<label>`, or `v¦…` for a variant. The key is folded. The engine compares
 * facet values without case, and returns a spelling that one of the counted products has. So an ASCII value keeps its
 * case, and needs no label. Any other value is folded, and the label has its spelling.
 */
import { fnv1a } from '../../runtime/fnv1a.ts';
import { foldText } from '../text/fold.ts';
import { textOfHtml } from '../text/plain-text.ts';

/** A specification and a variant of the same name are different facets. */
export const FACET_KINDS = ['specifications', 'variants'] as const;
export type FacetKind = (typeof FACET_KINDS)[number];

export type FacetField = `facets_${string}`;
/** The attribute pattern of all facet fields. */
export const FACET_FIELD_PATTERN: FacetField = 'facets_*';
export const FACET_FIELDS: readonly FacetField[] = Array.from(
  { length: 64 },
  (_, number): FacetField => `facets_${String(number).padStart(2, '0')}`,
);

/**
 * How many pairs of a field the engine returns, the most frequent first. Several keys share a field: with 5,000 keys, a
 * hundred values of a key need a thousand pairs. The engine's time grows with this number.
 */
export const MAX_FACET_PAIRS = 1000;

/** The maximum size of a key and its value together, in UTF-8 bytes of the lower-case NFKD form. */
export const MAX_FACET_BYTES = 458;
/** The engine compares only the beginning of a longer text. */
const MAX_STORED_BYTES = 468;
/** A longer key or value isn't a facet, and isn't folded: a stored text may have millions of letters. */
const MAX_FOLDED_LENGTH = 1000;

const PREFIXES: Readonly<Record<FacetKind, string>> = { specifications: 's', variants: 'v' };
/** Rare in texts, and one byte in JavaScript: with a wider character the whole document takes twice the memory. */
const SEPARATOR = '¦';
const WHITE_SPACE = /[\s\u0085¦]+/g;
const IS_ASCII = /^[ -~]*$/;

/** Returns the field with the pairs of a key. */
export const facetFieldOf = (kind: FacetKind, key: string): FacetField => fieldOf(keyPrefix(kind, key));

/** Returns the field with the pairs of a prefix. */
export const facetFieldOfPrefix = (prefix: string): FacetField =>
  fieldOf(prefix.slice(0, prefix.indexOf(SEPARATOR, 2) + 1));

/** Returns the prefix of all stored texts of a key, which no other text has. */
export const keyPrefix = (kind: FacetKind, key: string): string => beginning(kind, fold(key));

/** Returns the prefix of all stored texts of the pair, which no other text has; null if the pair can't be a facet. */
export const facetPrefix = (kind: FacetKind, key: string, value: string): string | null =>
  facetPrefixes(kind, key)(value);

/** Returns `facetPrefix` for the values of one key, which is folded once. */
export function facetPrefixes(kind: FacetKind, key: string): (value: string) => string | null {
  if (key.length > MAX_FOLDED_LENGTH) return () => null;
  const foldedKey = fold(key);
  const [ofKey, keyBytes] = [beginning(kind, foldedKey), bytesOf(foldedKey)];
  return (value) => {
    if (value.length > MAX_FOLDED_LENGTH) return null;
    const foldedValue = fold(value);
    if (foldedKey === '' || foldedValue === '') return null;
    return keyBytes + bytesOf(foldedValue) > MAX_FACET_BYTES ? null : `${ofKey}${foldedValue}${SEPARATOR}`;
  };
}

interface Pair {
  readonly key: string;
  readonly value: string;
}

/**
 * Returns all facet fields of a product; most are empty. A pair is left out if its key or value is empty, if it is too
 * long for the engine, or if the product has it in another spelling.
 */
export function facetsOf(pairs: Readonly<Record<FacetKind, readonly Pair[]>>): Record<FacetField, readonly string[]> {
  const written = new Map<string, string>();
  for (const kind of FACET_KINDS)
    for (const { key, value } of pairs[kind]) {
      const prefix = facetPrefix(kind, key, value);
      if (prefix !== null && !written.has(prefix)) written.set(prefix, storedPair(prefix, value));
    }
  const fields: Record<FacetField, readonly string[]> = { ...NO_FACETS };
  for (const [prefix, pair] of written) {
    const field = facetFieldOfPrefix(prefix);
    fields[field] = [...(fields[field] ?? []), pair];
  }
  return fields;
}

const NO_FACETS = Object.fromEntries(FACET_FIELDS.map((field) => [field, []])) as Record<FacetField, readonly string[]>;

function storedPair(prefix: string, value: string): string {
  const label = collapseSpace(textOfHtml(value.toWellFormed()));
  if (IS_ASCII.test(label)) return `${prefix.slice(0, -label.length - 1)}${label}${SEPARATOR}`;
  return bytesOf(prefix + label) > MAX_STORED_BYTES ? prefix : prefix + label;
}

export interface FacetValue {
  /** Folded. In a filter, every spelling means the same. The id of a collection or location is as it is. */
  readonly value: string;
  /** One spelling, as written in a product that is counted; the name of a collection or location. */
  readonly label: string;
  /** The number of products. */
  readonly count: number;
}

/** What the engine counts of a field: the number of products by stored pair. */
export type FacetDistribution = Readonly<Record<string, number>>;

/** Whether these are all values of a field: the engine returned fewer than it may. */
export const isWhole = (distribution: FacetDistribution): boolean => Object.keys(distribution).length < MAX_FACET_PAIRS;

/**
 * Reads the values of a key from the distribution of its field, most frequent first. They are complete unless the
 * engine's list is full: then values may be missing that are rarer than the rarest pair of the field.
 */
export function readFacet(
  distribution: FacetDistribution,
  kind: FacetKind,
  key: string,
): { readonly values: readonly FacetValue[]; readonly isComplete: boolean } {
  const ofKey = keyPrefix(kind, key);
  const byValue = new Map<string, { readonly value: string; readonly label: string; count: number }>();
  for (const [pair, count] of Object.entries(distribution)) {
    if (!pair.startsWith(ofKey)) continue;
    const valueEnd = pair.indexOf(SEPARATOR, ofKey.length);
    const written = pair.slice(ofKey.length, valueEnd);
    const label = pair.slice(valueEnd + 1);
    const value = label === '' ? written.toLowerCase() : written;
    const known = byValue.get(value);
    // The engine counts most frequent first, so the first spelling is the label.
    if (known === undefined) byValue.set(value, { value, label: label || written, count });
    else known.count += count;
  }
  return { values: [...byValue.values()].sort(byCount), isComplete: isWhole(distribution) };
}

/** Orders values: the most frequent first, then by value. */
export const byCount = (one: FacetValue, other: FacetValue): number =>
  other.count - one.count || (one.value < other.value ? -1 : 1);

const beginning = (kind: FacetKind, foldedKey: string): string =>
  `${PREFIXES[kind]}${SEPARATOR}${foldedKey}${SEPARATOR}`;

const fold = (text: string): string => collapseSpace(foldText(textOfHtml(text.toWellFormed())));

const collapseSpace = (text: string): string => text.replace(WHITE_SPACE, ' ').trim();

/** The length of a text as the engine compares it. */
const bytesOf = (text: string): number =>
  IS_ASCII.test(text) ? text.length : Buffer.byteLength(text.normalize('NFKD').toLowerCase());

/** By the hash of the kind and the key. */
const fieldOf = (ofKey: string): FacetField => FACET_FIELDS[fnv1a(ofKey) % FACET_FIELDS.length] as FacetField;
