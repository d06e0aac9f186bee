/**
 * The text of HTML. Shops write descriptions in HTML, and their exports have elements and entities in any text, escaped
 * twice in some. Without this, `strong` would find each product with `<strong>` in its description, and `Men&#39;s` would
 * be the words `men`, `39` and `s`. Pure functions.
 */
import { decodeHTMLStrict } from 'entities';
import { INVISIBLE, removeInvisible } from './fold.ts';

/** Elements within a word or a sentence. All others of the next list separate words. */
const INLINE = new Set('a abbr b big del em font i ins mark q s small span strike strong sub sup tt u'.split(' '));
const SEPARATING = new Set(
  (
    'address article aside blockquote body br button caption center code col dd details div dl dt embed ' +
    'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input label legend li ' +
    'link main meta nav object ol option p param picture pre section select source summary svg table tbody td ' +
    'textarea tfoot th thead title tr ul video'
  ).split(' '),
);

/** What no reader sees. Unclosed, it reaches to the end, as in a browser. */
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[^<>]*>[^<]*(?:<(?!\/\1)[^<]*)*(?:<\/\1\s*>|$)/gi;
/** What XML puts around text with elements. */
const CDATA = /<!\[CDATA\[|\]\]>/g;
/** A tag, or its beginning at the end of a text that was cut. Word processors add those with a colon: `<o:p>`. */
const TAG_PATTERN = String.raw`<\/?([a-z][a-z\d]*(?::[a-z\d]+)?)(?:\s[^<>]*|\/)?(?:>|$)`;
const TAG = new RegExp(TAG_PATTERN, 'gi');

/** Returns the text of HTML: without its tags and invisible characters, its entities decoded, and with single spaces. */
export function textOfHtml(html: string): string {
  if (!HAS_MARKUP.test(html)) return removeInvisible(html);
  const once = decodeEntities(withoutElements(html));
  // A text without elements may have escaped ones.
  const twice = decodeEntities(html.includes('<') ? once : withoutElements(once));
  return removeInvisible(twice).replace(/\s+/g, ' ').trim();
}

const HAS_MARKUP = /[<&]/;

const withoutElements = (html: string): string => html.replace(CDATA, ' ').replace(UNSEEN, ' ').replace(TAG, textOfTag);

/** Anything else in angle brackets is text. */
function textOfTag(tag: string, element: string): string {
  const name = element.toLowerCase();
  if (INLINE.has(name) || name.includes(':')) return '';
  return SEPARATING.has(name) ? ' ' : tag;
}

/** Decodes entities with a semicolon: `&` alone is text, as in `H&M`. */
const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text);

/** A text as shoppers read it, and where each of its characters is in the text as stored. */
interface ReadText {
  readonly text: string;
  /** The offsets of each character, in UTF-16 units. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const ENTITY_PATTERN = '&(?:amp;)*#?[a-z\\d]{1,31};';
const UNREAD = new RegExp(`${TAG_PATTERN}|${ENTITY_PATTERN}|${INVISIBLE}`, 'giu');

/** What an entity means, which may be escaped twice; nothing for an invisible character. */
const characterOf = (found: string): string =>
  found.startsWith('&') ? removeInvisible(decodeEntities(decodeEntities(found))) : '';

/** Reads a short text, such as a title, which is shown as it is stored; null if it is read as it is. */
export function readText(stored: string): ReadText | null {
  if (stored.search(UNREAD) < 0) return null;
  let text = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  const add = (read: string, start: number, end: number) => {
    text += read;
    // Within what is replaced, every character has the offsets of the whole.
    for (let at = 0; at < read.length; at += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  const addAsStored = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) add(stored.charAt(at), at, at + 1);
  };
  let done = 0;
  for (const { 0: found, 1: element, index } of stored.matchAll(UNREAD)) {
    const read = element === undefined ? characterOf(found) : textOfTag(found, element);
    if (read === found) continue;
    addAsStored(done, index);
    done = index + found.length;
    add(read, index, done);
  }
  addAsStored(done, stored.length);
  return { text, starts, ends };
}
