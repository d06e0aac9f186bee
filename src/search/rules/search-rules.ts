/**
 * A merchant's search rules: synonyms, and the products that are pinned or hidden for single queries. Other systems
 * write the rules, so malformed values are ignored and counted, and every size is limited (`search-rule-limits.ts`).
 */
import { createHash } from 'node:crypto';
import { MAX_ID_LENGTH } from '../../catalogue/definitions.ts';
import { SEARCH_RULE_LIMITS as LIMITS } from '../../catalogue/search-rule-limits.ts';
import type { Stored } from '../../catalogue/stored-documents.ts';
import { flag, type OnMalformed } from '../../catalogue/values.ts';
import { addSynonyms, keyOf, readTerm, type Synonyms, type SynonymTerm } from '../synonyms/terms.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { splitQuery } from '../text/split-query.ts';
import { tokenize } from '../text/tokenize.ts';

export interface SearchRules {
  /** A hash of all rules; empty if there are none. */
  readonly hash: string;
  readonly synonyms: Synonyms;
  /** By `queryKey`. */
  readonly queries: ReadonlyMap<string, QueryRule>;
  /** The length of all rules as JSON. */
  readonly characters: number;
}

interface QueryRule {
  /** Ids of products that come first, in this order. */
  readonly pinned: readonly string[];
  /** Ids of products that are left out. */
  readonly hidden: ReadonlySet<string>;
}

const NO_QUERY_RULE: QueryRule = { pinned: [], hidden: new Set() };

export const NO_RULES: SearchRules = { hash: '', synonyms: new Map(), queries: new Map(), characters: 0 };

const APOSTROPHES = /[’‘ʼ]/g;
/** Inches before the sign of dimensions: `2 in x 4 in`. Without the sign, `in` is a word. */
const INCHES_BY = /(?<=\p{Nd}[ -]in)(?= ?[xх×] ?\.?\p{Nd})/gu;

/**
 * A query in the form in which rules compare it: the stems of its words in all forms of their amounts, with phrases and
 * exclusions apart. A query without words, such as an emoji, is compared as typed.
 */
export function queryKey(query: string, { stem }: Analyzer): string {
  const folded = foldText(query).replace(APOSTROPHES, "'").replace(/\s+/g, ' ').trim();
  const { phrases, excluded, chunks } = splitQuery(folded.replace(INCHES_BY, '.'));
  const keyOfText = (text: string) => keyOf(tokenize(text).map(stem));
  const parts = [
    ...phrases.map((phrase) => `"${keyOfText(phrase)}"`),
    keyOfText(chunks.join(' ')),
    ...excluded.map((term) => `-${keyOfText(term)}`),
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' ') : folded;
}

/** The rule of a query. */
export const ruleOf = (query: string, analyzer: Analyzer, { queries }: SearchRules): QueryRule =>
  queries.size === 0 ? NO_QUERY_RULE : (queries.get(queryKey(query, analyzer)) ?? NO_QUERY_RULE);

/** Collects the rules of one merchant that `readEach` read. `malformed` is called with each malformed field. */
export function collectRules(read: Iterable<EachRule>, malformed: OnMalformed): SearchRules {
  const synonyms = new Map<string, readonly (readonly SynonymTerm[])[]>();
  const queries = new Map<string, QueryRule>();
  const hash = createHash('sha256');
  let characters = 0;
  for (const { rule, key, terms, written, malformedFields } of read) {
    for (const field of malformedFields) malformed(field);
    characters += written.length;
    hash.update(written);
    addSynonyms(synonyms, terms, rule.isOneWay);
    addQuery(queries, key, rule);
  }
  if (synonyms.size + queries.size === 0) return NO_RULES;
  return { hash: hash.digest('base64url').slice(0, HASH_LENGTH), synonyms, queries, characters };
}

const HASH_LENGTH = 16;

export interface EachRule {
  readonly id: string;
  readonly rule: ReadRule;
  /** The `queryKey` of its query; empty without one. */
  readonly key: string;
  /** Its synonyms that are terms. */
  readonly terms: readonly SynonymTerm[];
  /** The rule as JSON. */
  readonly written: string;
  /** The fields whose value, or a part of it, is ignored. */
  readonly malformedFields: readonly string[];
}

/**
 * Reads the stored rules of one merchant, in their order and its language, until they exceed the limit of all rules
 * together. One can take milliseconds.
 */
export function* readEach(stored: Iterable<Stored>, analyzer: Analyzer): Generator<EachRule> {
  let characters = 0;
  for (const document of stored) {
    const malformedFields: string[] = [];
    const rule = readRule(document, (field) => malformedFields.push(field));
    const written = JSON.stringify(rule);
    characters += written.length;
    if (characters > LIMITS.charactersOfMerchant) return;
    const terms = rule.synonyms.map((synonym) => readTerm(synonym, analyzer)).filter((term) => term !== null);
    if (terms.length < rule.synonyms.length) malformedFields.push('synonyms');
    yield { id: document._id, rule, key: queryKey(rule.query, analyzer), terms, written, malformedFields };
  }
}

/** A rule without its malformed values. */
export interface ReadRule {
  readonly synonyms: readonly string[];
  readonly isOneWay: boolean;
  /** Empty for a rule without a query. */
  readonly query: string;
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
}

function readRule(rule: Stored, malformed: OnMalformed): ReadRule {
  const texts = (field: string, longest: number, most: number) =>
    textsOf(rule[field], { field, longest, most, malformed });
  const hasQuery = rule.query !== undefined && rule.query !== null && rule.query !== '';
  const [query = ''] = textsOf(hasQuery ? [rule.query] : [], {
    field: 'query',
    longest: LIMITS.charactersOfQuery,
    most: 1,
    malformed,
  });
  return {
    synonyms: texts('synonyms', LIMITS.charactersOfSynonym, LIMITS.synonyms),
    isOneWay: flag(rule.oneWay, 'oneWay', malformed),
    query,
    pinned: texts('pinned', MAX_ID_LENGTH, LIMITS.pinned),
    hidden: texts('hidden', MAX_ID_LENGTH, LIMITS.hidden),
  };
}

interface Texts {
  readonly field: string;
  readonly longest: number;
  readonly most: number;
  readonly malformed: OnMalformed;
}

/** The first texts of a list that are neither empty nor too long. */
function textsOf(value: unknown, { field, longest, most, malformed }: Texts): readonly string[] {
  if (!Array.isArray(value)) {
    if (value !== undefined && value !== null) malformed(field);
    return [];
  }
  // Characters, as in MongoDB's validators and the API.
  const isShort = (entry: string) => entry.length <= longest || [...entry].length <= longest;
  const isText = (entry: unknown): entry is string =>
    typeof entry === 'string' && entry.trim() !== '' && isShort(entry) && entry.isWellFormed();
  const first: readonly unknown[] = value.slice(0, most);
  if (value.length > most || !first.every(isText)) malformed(field);
  return first.filter(isText);
}

/** Rules for the same query add up. A hidden product is never pinned. */
function addQuery(queries: Map<string, QueryRule>, key: string, rule: ReadRule): void {
  if (key === '' || rule.pinned.length + rule.hidden.length === 0) return;
  const known = queries.get(key);
  const hidden = new Set([...(known?.hidden ?? []), ...rule.hidden].slice(0, LIMITS.hidden));
  const pinned = [...new Set([...(known?.pinned ?? []), ...rule.pinned])].filter((id) => !hidden.has(id));
  queries.set(key, { pinned: pinned.slice(0, LIMITS.pinned), hidden });
}
