/**
 * The text of HTML. Shops write descriptions in HTML, and their exports have entities in any text. Without this,
 * `strong` would find each product with `<strong>` in its description, and `Men&#39;s` would be the words `men`, `39`
 * and `s`. Pure functions.
 */
import { decodeHTMLStrict } from 'entities';

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
/** A tag, or its beginning at the end of a text that was cut. */
const TAG = /<\/?([a-z][a-z\d]*)(?:\s[^<>]*|\/)?(?:>|$)/gi;

/** Returns the text of HTML: without its tags, its entities decoded, and with single spaces. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const text = html.replace(UNSEEN, ' ').replace(TAG, (tag, element: string) => {
    const name = element.toLowerCase();
    if (INLINE.has(name)) return '';
    // Anything else in angle brackets is text.
    return SEPARATING.has(name) ? ' ' : tag;
  });
  return decodeEntities(text).replace(/\s+/g, ' ').trim();
}

/** Decodes entities with a semicolon: `&` alone is text, as in `H&M`. */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text);
