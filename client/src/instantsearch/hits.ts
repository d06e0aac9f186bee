/** Translates results of `POST /v1/search` into InstantSearch's hits. */
import type { FoundFullProduct, FoundProduct, SearchMatch } from '../types.ts';
import { markedText, type Tags } from './mark.ts';
import type { HighlightResult, HighlightResults, Hit } from './protocol.ts';

/**
 * The kinds of match of which a product has one text, under the name of its field; of the other kinds it may have
 * several.
 */
const FIELDS: readonly string[] = ['title', 'subtitle', 'description', 'barcode'];
const SNIPPET_LENGTH = 160;

export function hitOf(
  { product, search }: FoundProduct | FoundFullProduct,
  query: string,
  tags: Tags,
): typeof product & Hit {
  const words = query.trim().split(/\s+/).length;
  const mark = ({ text, highlights = [] }: Pick<SearchMatch, 'text' | 'highlights'>) =>
    markedText(text, highlights, words, tags);
  const unmarked = (shorten: (text: string) => string) => ownTexts(product, (text) => mark({ text: shorten(text) }));
  const matched = matchedTexts(product.title, search.results, mark);
  return {
    ...product,
    objectID: product.id,
    _highlightResult: { ...unmarked((text) => text), ...matched },
    _snippetResult: { ...unmarked(snippet), ...matched },
  };
}

/** The texts of the product: widgets show them also where nothing in them matches. */
function ownTexts(product: object, mark: (text: string) => HighlightResult): HighlightResults {
  const texts = Object.entries(product).filter(([name, value]) => FIELDS.includes(name) && typeof value === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, mark(text)]));
}

function matchedTexts(
  title: string,
  matches: readonly SearchMatch[],
  mark: (match: SearchMatch) => HighlightResult,
): HighlightResults {
  const marked: Record<string, HighlightResult | HighlightResult[]> = {};
  for (const match of matches) {
    const { type, text } = match;
    // The index may still have an older title than MongoDB.
    if (type === 'title' && text !== title) continue;
    if (FIELDS.includes(type)) marked[type] ??= mark(match);
    else marked[type] = [...((marked[type] as HighlightResult[] | undefined) ?? []), mark(match)];
  }
  return marked;
}

/** The beginning of a text, to the end of a word. */
function snippet(text: string): string {
  if (text.length <= SNIPPET_LENGTH) return text;
  const cut = text.slice(0, SNIPPET_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut}…`;
}
