/** The matches of a product, `results` in the response: one for each text that has a term of the query, best first. */
import { type MatchType, TEXT_FIELDS, type TextField } from '../index/document.ts';
import { type ProductTexts, textsIn } from '../index/product-texts.ts';
import { synonymsOf } from '../meaning/meanings.ts';
import type { ResolvedQuery } from '../meaning/resolve.ts';
import type { Query } from '../query/query.ts';
import type { SearchMatch } from '../response-schemas.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { readText } from '../text/plain-text.ts';
import { identifierSpan } from './highlighting/identifier-span.ts';
import { passageOf } from './highlighting/passages.ts';
import { mergeSpans, type Span } from './highlighting/spans.ts';
import { createSynonymMatcher } from './highlighting/synonym-matcher.ts';
import { wantedOf } from './highlighting/wanted.ts';
import { createLenientMatcher, createWordMatcher, type WordMatcher } from './highlighting/word-matcher.ts';

export interface MatchedProduct {
  readonly productId: string;
  readonly texts: ProductTexts;
}

interface MatchesOptions {
  readonly query: Query;
  readonly resolved: ResolvedQuery;
  /** The fields that the token may see. */
  readonly fields: readonly TextField[];
  readonly withHighlights: boolean;
}

/** Returns a function that finds the matches of a product: at least one, the title if no visible text matches. */
export function createFindMatches(options: MatchesOptions): (product: MatchedProduct) => SearchMatch[] {
  const { query, resolved, fields, withHighlights } = options;
  const { identifier } = query;
  const findWords = createWordMatcher(wantedOf(query, resolved), resolved);
  const findSynonyms = createSynonymMatcher(synonymsOf(query, resolved), analyzerOf(resolved.language));
  const strict: WordMatcher = (text, isExact) => [...findWords(text, isExact), ...findSynonyms(text, isExact)];
  let lenient: WordMatcher | undefined;

  function matchedText(field: TextField, text: string, matcher: WordMatcher): MatchedText | null {
    const isExact = field === 'sku' || field === 'barcode';
    const whole = identifier !== null && isExact ? identifierSpan(text, identifier) : null;
    const inWords = findInRead(text, (read) => matcher(read, isExact));
    const spans = mergeSpans(whole === null ? inWords : [...inWords, whole]);
    if (spans.length === 0) return null;
    const words = new Set(spans.map(({ start, length }) => text.slice(start, start + length).toLowerCase())).size;
    return { type: TEXT_FIELDS[field], text, spans, words: words + (whole === null ? 0 : IDENTIFIER_WORDS) };
  }

  const findBy = (texts: ProductTexts, matcher: WordMatcher): readonly MatchedText[] =>
    fields.flatMap((field) => textsIn(texts, field).flatMap((text) => matchedText(field, text, matcher) ?? []));

  function findIn(texts: ProductTexts): readonly MatchedText[] {
    const found = findBy(texts, strict);
    if (found.length > 0) return found;
    lenient ??= createLenientMatcher(query, resolved);
    const vague = findBy(texts, lenient);
    return vague.length > 0 ? vague : [{ type: 'title', text: texts.title ?? '', spans: [], words: 0 }];
  }

  return ({ productId, texts }) =>
    findIn(texts)
      .toSorted((one, other) => other.words - one.words)
      .map(({ type, text, spans }) => {
        const passage = passageOf(text, spans);
        return {
          product_id: productId,
          location_id: texts.location_id ?? '',
          type,
          text: passage.text,
          ...(withHighlights ? { highlights: passage.spans } : {}),
        };
      });
}

/** The spans in a text as stored of what matches in it as shoppers read it: never a part of an entity or a tag. */
function findInRead(stored: string, find: (text: string) => readonly Span[]): readonly Span[] {
  const read = readText(stored);
  if (read === null) return find(stored);
  return find(read.text).map(({ start: first, length }) => {
    const start = read.starts[first] ?? 0;
    return { start, length: (read.ends[first + length - 1] ?? start) - start };
  });
}

interface MatchedText {
  readonly type: MatchType;
  readonly text: string;
  /** In order and without overlaps. */
  readonly spans: Span[];
  /** How many different words match. */
  readonly words: number;
}

/** A match of the query's identifier outweighs any number of words. */
const IDENTIFIER_WORDS = 100;
