/** Shows why a search found a product: the matched texts with highlights. */
import { element } from '../elements.js';

/**
 * A text that matched the query. `highlights` are in UTF-16 code units of `text`, in order, and don't overlap.
 * @typedef {{ type: string, text: string, highlights?: { start: number, length: number }[] }} Match
 */

/** The labels of match types. Variants and specifications have their key in the text: `Colour: red`. */
const MATCH_NAMES = {
  subtitle: 'Subtitle: ',
  barcode: 'Barcode: ',
  sku: 'Article number: ',
  variant: '',
  specification: '',
  collection: 'Collection: ',
  description: 'Description: ',
};

/** A card has two lines for a match and its label. They would cut off a highlight that starts later. */
const MAX_CHARACTERS_BEFORE_MARK = 20;

/** Returns the text with the highlights in `<mark>`. They are in order, and don't overlap. */
export function marked(text, highlights = []) {
  const nodes = [];
  let end = 0;
  for (const { start, length } of highlights) {
    nodes.push(text.slice(end, start), element('mark', {}, text.slice(start, start + length)));
    end = start + length;
  }
  return [...nodes, text.slice(end)];
}

/** Renders a match outside the title as a line: its label, and the text with highlights, which may be right-to-left. */
export function matchLine(match) {
  const name = element('span', { className: 'match-name' }, MATCH_NAMES[match.type] ?? `${match.type}: `);
  return element('p', { className: 'match' }, name, element('bdi', {}, ...marked(match.text, match.highlights)));
}

/** Highlights matches in the texts of a page, and returns the matches that are in none of them. */
export function createMarker(matches) {
  const placed = new Set();
  return {
    /** Returns the text as nodes. `prefix` precedes it in the match, such as the key of a variant. */
    mark(text, prefix = '') {
      const match = matches.find((candidate) => candidate.text === prefix + text);
      if (match === undefined) return [text];
      placed.add(match.text);
      const shifted = (match.highlights ?? []).map(({ start, length }) => ({ start: start - prefix.length, length }));
      return marked(
        text,
        shifted.filter(({ start }) => start >= 0),
      );
    },

    /** Returns the matches that were not highlighted, except the title's, each text once. */
    others() {
      const remaining = matches.filter(({ type, text }) => type !== 'title' && !placed.has(text));
      return [...new Map(remaining.map((match) => [match.text, match])).values()];
    },
  };
}

/** Returns the title's match; undefined if there is none, or if the title has changed since it was indexed. */
export function titleMatch(product, matches) {
  return matches.find(({ type, text }) => type === 'title' && text === product.title);
}

/**
 * Renders the match with the most words that aren't matched in the title, as a list of one line. The list is empty if
 * there is no such match. A word and its plural count as the same.
 */
export function matchElsewhere(matches, title) {
  const titleWords = matchedWords(title);
  const isNew = (word) => !titleWords.some((other) => word.startsWith(other) || other.startsWith(word));
  const candidates = matches
    .filter(({ type }) => type !== 'title')
    .map((match) => ({ match, newWords: matchedWords(match).filter(isNew) }))
    .filter(({ newWords }) => newWords.length > 0 || titleWords.length === 0);
  if (candidates.length === 0) return [];
  const { match, newWords } = candidates.reduce((best, other) =>
    other.newWords.length > best.newWords.length ? other : best,
  );
  return [matchLine(fromNear(match, newWords))];
}

function matchedWords({ text, highlights = [] } = { text: '' }) {
  return [...new Set(highlights.map(({ start, length }) => text.slice(start, start + length).toLowerCase()))];
}

/** Shortens a match: it starts at a word shortly before the first of these words. */
function fromNear(match, words) {
  const { text, highlights = [] } = match;
  const isWanted = ({ start, length }) => words.includes(text.slice(start, start + length).toLowerCase());
  const first = highlights.find(isWanted)?.start ?? 0;
  if (first <= MAX_CHARACTERS_BEFORE_MARK) return match;
  const space = text.indexOf(' ', first - MAX_CHARACTERS_BEFORE_MARK);
  const from = space < 0 || space >= first ? first : space + 1;
  const shift = 2 - from;
  const visible = highlights.filter(({ start }) => start >= from);
  return {
    ...match,
    text: `… ${text.slice(from)}`,
    highlights: visible.map(({ start, length }) => ({ start: start + shift, length })),
  };
}
