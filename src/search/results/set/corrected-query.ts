/** The query as it was understood: its misspelt words as the products spell them, with their accents. */
import { mapInTurns } from '../../../runtime/concurrency/turns.ts';
import { groupBy } from '../../../runtime/lists.ts';
import type { EngineSession } from '../../engine/engine.ts';
import { type EngineQuery, engineQueryOf, queryText } from '../../engine/query-syntax.ts';
import { TEXT_FIELD_NAMES, visibleFields } from '../../index/document.ts';
import { readTexts, textsIn } from '../../index/product-texts.ts';
import { isMisspelt, type ResolvedToken } from '../../meaning/resolve.ts';
import type { Query } from '../../query/query.ts';
import type { RankedWord } from '../../ranking/rank.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import { foldText } from '../../text/fold.ts';
import { allowedErrors, nearestWord } from '../../text/misspelling.ts';
import { locateWords } from '../../text/tokenize.ts';
import { inWholeScope } from './count-sets.ts';
import { setWordOf } from './set-words.ts';

/** How many products of the set are read, and as many with each misspelt word, which the set may leave out. */
const HITS_READ = 5;

interface CorrectedSet {
  readonly query: Query;
  /** The words of the query. */
  readonly words: readonly RankedWord[];
  readonly set: EngineQuery;
  readonly session: Pick<EngineSession, 'select' | 'loadTexts'>;
}

/** Null if no word is misspelt, or if no product has the word that one means. Throws what the session throws. */
export async function correctQuery({ query, words, set, session }: CorrectedSet): Promise<string | null> {
  const { text, language } = query;
  const misspelt = words.filter(isMisspelt);
  if (misspelt.length === 0) return null;
  const alone = misspelt.flatMap((word) => setWordOf(word, []) ?? []);
  const sets = [set, ...alone.map(({ q, isPrefix }) => engineQueryOf(query, queryText(query, [q], isPrefix)))];
  const selected = await session.select(sets.map((each) => ({ ...inWholeScope(each), limit: HITS_READ })));
  const ids = selected.flatMap(({ hits }) => hits.map(({ productId }) => productId));
  const products = await session.loadTexts([...new Set(ids)]);
  const fields = visibleFields(TEXT_FIELD_NAMES, 'published');
  const texts = products.flatMap((product) => fields.flatMap((field) => textsIn(readTexts(product.texts), field)));
  const known = await wordsByFrequency(texts);
  const spellings = misspelt.flatMap((word) => {
    const spelling = spellingOf(word, known, language);
    return spelling === null ? [] : [[word.token, spelling] as const];
  });
  return correctedText(text, new Map(spellings), language);
}

/** Folded words, the most frequent first, each with all its occurrences as written. */
type WordsByFrequency = ReadonlyMap<string, readonly string[]>;

/** The words of texts, read in turns: those of fifty products may have a million words. */
export async function wordsByFrequency(texts: readonly string[]): Promise<WordsByFrequency> {
  const words = new Map<string, string[]>();
  await mapInTurns(texts, (text) => {
    for (const { written } of locateWords(text)) {
      const folded = foldText(written);
      const known = words.get(folded);
      if (known === undefined) words.set(folded, [written]);
      else known.push(written);
    }
  });
  return new Map(mostFrequentFirst(words));
}

/** The most frequent spelling of what a word means, in lower case; null if no text has it. */
export function spellingOf(
  { token, corrected, prefixes }: ResolvedToken,
  words: WordsByFrequency,
  language: string,
): string | null {
  const { stem } = analyzerOf(language);
  const isMeant = (word: string) =>
    corrected === null ? word.startsWith(prefixes[0] ?? token) : stem(word) === corrected;
  const meant = [...words.keys()].filter(isMeant);
  // Also of a short word: `צינור` rather than `צינורות` for `צנור`.
  const word = nearestWord(token, meant, Math.max(1, allowedErrors(token))) ?? meant[0] ?? '';
  const spellings = (words.get(word) ?? []).map((written) => written.normalize().toLocaleLowerCase(language));
  return mostFrequentFirst(groupBy(spellings, (spelling) => spelling))[0]?.[0] ?? null;
}

const mostFrequentFirst = (groups: ReadonlyMap<string, readonly string[]>) =>
  [...groups].toSorted(([, one], [, other]) => other.length - one.length);

/** Returns the text in lower case, with the spellings of its misspelt tokens. Null if it has none of these. */
export function correctedText(text: string, spellings: ReadonlyMap<string, string>, language: string): string | null {
  let [corrected, done] = ['', 0];
  for (const { written, start } of locateWords(text)) {
    const spelling = spellings.get(foldText(written));
    if (spelling === undefined) continue;
    corrected += text.slice(done, start) + spelling;
    done = start + written.length;
  }
  return done === 0 ? null : (corrected + text.slice(done)).toLocaleLowerCase(language);
}
