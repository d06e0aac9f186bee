/** Shows why a product was found: the texts that matched, with their matched parts marked. */
import { element } from '../elements.js';

/**
 * A text by which a product was found; `highlights` count in UTF-16 units of `text`.
 * @typedef {{ type: string, text: string, highlights?: { start: number, length: number }[] }} Match
 */

/** What a match's type is called on the page. Variants and specifications name themselves: `Colour: red`. */
const MATCH_NAMES = {
  subtitle: 'Subtitle: ',
  barcode: 'Barcode: ',
  sku: 'Article number: ',
  variant: '',
  specification: '',
  collection: 'Collection: ',
  description: 'Description: ',
};

/** A mark that stands further back would be cut off by the two lines that a card has for it. */
const MAX_CHARACTERS_BEFORE_MARK = 40;

/** The text with its matched ranges in `<mark>`. Ranges that overlap or lie outside are cut to what makes sense. */
export function marked(text, highlights = []) {
  const nodes = [];
  let end = 0;
  for (const { start, length } of inOrder(highlights)) {
    const from = Math.max(start, end);
    const to = Math.min(start + length, text.length);
    if (from < to) {
      nodes.push(text.slice(end, from), element('mark', {}, text.slice(from, to)));
      end = to;
    }
  }
  return [...nodes, text.slice(end)];
}

/** A match that is not the title's, as a line: what kind of text it is, and the text with its marks. */
export function matchLine(match) {
  const name = element('span', { className: 'match-name' }, MATCH_NAMES[match.type] ?? `${match.type}: `);
  return element('p', { className: 'match' }, name, ...marked(match.text, match.highlights));
}

/** Marks texts where they are shown, and tells which matches were found in none of them. */
export function createMarker(matches) {
  const placed = new Set();
  return {
    /** The text as nodes. `prefix` stands before it in the match, as the name of a variant does. */
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

    /** The other matches but the title's, each text once. */
    others() {
      const left = matches.filter(({ type, text }) => type !== 'title' && !placed.has(text));
      return [...new Map(left.map((match) => [match.text, match])).values()];
    },
  };
}

/** The title's own match, where the title is still what was searched; undefined where it is not. */
export function titleMatch(product, matches) {
  return matches.find(({ type, text }) => type === 'title' && text === product.title);
}

/**
 * The best match that tells more than the title does, as a line in a list; an empty list where the title tells all. A
 * plural of a word of the title is nothing more.
 */
export function matchElsewhere(matches, title) {
  const told = matchedWords(title);
  const isNews = (word) => !told.some((other) => word.startsWith(other) || other.startsWith(word));
  const telling = matches
    .filter(({ type }) => type !== 'title')
    .map((match) => ({ match, news: matchedWords(match).filter(isNews) }))
    .filter(({ news }) => news.length > 0 || told.length === 0);
  if (telling.length === 0) return [];
  const { match, news } = telling.reduce((best, other) => (other.news.length > best.news.length ? other : best));
  return [matchLine(fromNear(match, news))];
}

const inOrder = (highlights) => highlights.toSorted((one, other) => one.start - other.start);

function matchedWords({ text, highlights = [] } = { text: '' }) {
  return [...new Set(highlights.map(({ start, length }) => text.slice(start, start + length).toLowerCase()))];
}

/** The match from a little before the first of these words, at the beginning of a word. */
function fromNear(match, words) {
  const { text, highlights = [] } = match;
  const isWanted = ({ start, length }) => words.includes(text.slice(start, start + length).toLowerCase());
  const first = inOrder(highlights).find(isWanted)?.start ?? 0;
  if (first <= MAX_CHARACTERS_BEFORE_MARK) return match;
  const space = text.indexOf(' ', first - MAX_CHARACTERS_BEFORE_MARK);
  const from = space < 0 || space >= first ? first : space + 1;
  const shift = 2 - from;
  const kept = highlights.filter(({ start }) => start >= from);
  return {
    ...match,
    text: `… ${text.slice(from)}`,
    highlights: kept.map(({ start, length }) => ({ start: start + shift, length })),
  };
}
