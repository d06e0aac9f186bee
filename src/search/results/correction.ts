/** What a misspelt query means, as a text that a page can show: `red hedphones` is `red headphones`. */
import { readTexts, textsIn } from '../index/product-texts.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { weightOf } from '../index/term-weights.ts';
import { SHOWN_FIELDS } from '../presentation/matches.ts';
import type { Query } from '../query/query.ts';
import type { ResolvedTerm } from '../query/resolve.ts';
import type { EngineSession } from '../retrieval/engine.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { isMisspelling } from '../text/misspelling.ts';
import { locateWords } from '../text/tokenize.ts';

interface MisspeltQuery {
  readonly text: string;
  readonly query: Query;
  /** The misspelt terms, with the stems that they mean. */
  readonly corrections: readonly ResolvedTerm[];
  /** Products that have some of these stems. */
  readonly found: readonly RankingPayload[];
  readonly session: EngineSession;
}

const MAX_PRODUCTS = 5;

/** The text with a word of some product in place of each misspelt one; null if there is none. Throws what the session throws. */
export async function correctText({ text, query, corrections, found, session }: MisspeltQuery): Promise<string | null> {
  if (corrections.length === 0) return null;
  const { stem } = analyzerOf(query.language);
  const ids = corrections.flatMap(({ corrected }) =>
    found
      .filter(({ termWeights }) => weightOf(termWeights, corrected ?? '') > 0)
      .slice(0, MAX_PRODUCTS)
      .map(({ productId }) => productId),
  );
  const written = await session.readTexts([...new Set(ids)]);
  const words = written
    .map(({ texts }) => readTexts(texts))
    .flatMap((texts) => SHOWN_FIELDS.published.flatMap((field) => textsIn(texts, field)))
    .flatMap((each) => locateWords(each))
    .map((each) => foldText(each.written));
  const replacements = new Map(
    corrections.flatMap(({ token, corrected }) => {
      const forms = [...new Set(words)].filter((word) => stem(word) === corrected);
      const form = forms.find((word) => isMisspelling(token, word)) ?? forms[0];
      return form === undefined ? [] : [[token, form] as const];
    }),
  );
  if (replacements.size === 0) return null;
  return replaceWords(text, replacements);
}

function replaceWords(text: string, replacements: ReadonlyMap<string, string>): string {
  let [replaced, done] = ['', 0];
  for (const { written, start } of locateWords(text)) {
    const replacement = replacements.get(foldText(written));
    if (replacement === undefined) continue;
    replaced += text.slice(done, start) + replacement;
    done = start + written.length;
  }
  return replaced + text.slice(done);
}
