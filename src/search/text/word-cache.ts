/** Caches of what is computed from a word or a text. A few thousand words are most of any catalogue. */
import { copyText } from '../../runtime/text-size.ts';

const MAX_CACHED = 20_000;
/** Real words are shorter. Queries of hostile clients would fill the memory with longer ones. */
const MAX_CACHED_LENGTH = 40;

/** The same function, with a cache. */
export function cachedByWord<T>(compute: (word: string) => T): (word: string) => T {
  const results = new Map<string, T>();
  return (word) => {
    if (word.length > MAX_CACHED_LENGTH) return compute(word);
    const known = results.get(word);
    if (known !== undefined) return known;
    const result = compute(word);
    if (results.size >= MAX_CACHED) results.clear();
    results.set(copyText(word), result);
    return result;
  };
}

/** The same function, with the result of its latest call: the matchers of a query read a text one after another. */
export function cachedLatest<T>(compute: (text: string) => T): (text: string) => T {
  let latest: { readonly text: string; readonly result: T } | undefined;
  return (text) => {
    if (latest?.text !== text) latest = { text, result: compute(text) };
    return latest.result;
  };
}
