/** Parses a query, once: what a shopper typed, under the rules of the merchant. Pure functions. */
import { NO_RULES, ruleOf, type SearchRules } from '../rules/search-rules.ts';
import { expandSynonyms } from '../rules/synonyms.ts';
import { foldText, hasLigature } from '../text/fold.ts';
import { stripSeparators } from '../text/identifiers.ts';
import { stem } from '../text/stem.ts';
import { countEngineWords, tokenize } from '../text/tokenize.ts';
import { identifierTermsOf, isIdentifierKey, wholeIdentifier } from './identifiers.ts';
import { exceedsEngineWords, type Query, type Wording } from './query.ts';
import { type SplitQuery, splitChunks, splitQuery } from './split.ts';

export function parseQuery(text: string, rules: SearchRules = NO_RULES): Query {
  const split = splitQuery(text);
  const { groups, replacements } = expandSynonyms(split.chunks.join(' '), rules.synonyms);
  const { pinned, hidden } = ruleOf(text, rules);
  const variants = replacements.map(({ replaced, replacesEnd }): Wording => {
    const wording = wordingOf({ phrases: split.phrases, excluded: split.excluded, chunks: splitChunks(replaced) });
    // A synonym is a whole word, however the shopper goes on.
    return replacesEnd ? { ...wording, lastTermIsPrefix: false } : wording;
  });
  // Own fields first: in Node 20 an object that begins with another one's fields gets a hidden class of its own.
  return { synonyms: groups, variants, pinned, hidden, ...wordingOf(split) };
}

/** Words that only join others, and stand in any text: left out beside other words. */
const STOP_WORDS = new Set(
  `a an and by for from in of on or the to with  au aux avec de des du et la le les pour
   das dem den der ein eine für mit und von  con del el los las para por una`.split(/\s+/),
);

function wordingOf(split: SplitQuery): Wording {
  const { phrases, excluded, chunks } = split;
  const telling = chunks.filter((chunk) => !STOP_WORDS.has(chunk.toLowerCase()));
  const kept = telling.length + phrases.length > 0 ? telling : chunks;
  const typed = [...phrases, ...kept];
  const terms = typed.map((term) => ({
    typed: term,
    searched: searchedForm(term),
    engineWords: countEngineWords(term),
  }));
  const { identifier, isIdentifier } = wholeIdentifier(split);
  return {
    terms,
    excluded,
    excludedIdentifiers: excluded.map(stripSeparators).filter(isIdentifierKey),
    // The last chunk may go on; not so a word before a stop word, nor one of those that a long query is cut down to.
    lastTermIsPrefix: kept.length > 0 && kept.at(-1) === chunks.at(-1) && !exceedsEngineWords(terms),
    tokens: typed.flatMap(tokenize),
    phrases: phrases.map(tokenize),
    identifier,
    isIdentifier,
    identifierTerms: identifier === null ? identifierTermsOf(split) : [],
  };
}

/** The form under which the engine finds a word: the stem of a plural, and ligatures in plain letters. */
export function searchedForm(term: string): string {
  if (!/^\p{L}+$/u.test(term)) return term;
  const folded = foldText(term);
  const stemmed = stem(folded);
  return stemmed === folded && !hasLigature(term) ? term : stemmed;
}
