/**
 * How much the words of a title count. A title names a product, and then says more about it: `Coffee machine for 12 cups`,
 * `Housse pour ordinateur portable`. The word that names the product, the head, counts three times, and the words that
 * only say more, the modifiers, count less than half: a shopper who looks for a laptop wants no laptop bag. If all words
 * counted the same, accessories would come first, because their titles are shorter.
 *
 * `title-rules.ts` has the rules of each language. Chinese and Japanese don't separate words, so there the last word of
 * a compound names the product.
 */
import type { Emphasis } from '../../src/search/index/term-weights.ts';
import { endsPhrase, mayBeHead, type TitleRules, titleRulesOf } from '../../src/search/index/title-rules.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { isUnspaced } from '../../src/search/text/segment.ts';
import type { ProductWords } from '../../src/search/text/tokenize.ts';

/** A word's weight is multiplied by these. */
const HEAD = 3;
const COMPOUND_END = 2;
const MODIFIER = 0.4;

/** `brand`: the words of the product's brand, which aren't the head. */
export function titleEmphasis(
  { text, written }: ProductWords,
  analyzer: Analyzer,
  brand: ReadonlySet<string>,
): Emphasis {
  const rules = titleRulesOf(analyzer.language);
  if (rules === null) return new Map();
  if (rules === 'compounds') return emphasizeEnds(text, written);
  return emphasizeHead(phrasesOf(text, written), { rules, brand }, analyzer);
}

interface PhraseWord {
  readonly word: string;
  /** Whether hyphens join it to another one, as in `all-in-one`. */
  readonly isJoined: boolean;
}

interface HeadRules {
  readonly rules: TitleRules;
  readonly brand: ReadonlySet<string>;
}

/** What has been read of a title. */
interface TitleParts {
  readonly head: string | null;
  readonly modifiers: ReadonlySet<string>;
}

function emphasizeHead(phrases: readonly PhraseWord[][], headRules: HeadRules, analyzer: Analyzer): Emphasis {
  const { rules } = headRules;
  let title: TitleParts = { head: null, modifiers: new Set() };
  for (const phrase of phrases) title = readPhrase(title, phrase, headRules, analyzer);
  const { head, modifiers } = title;
  const factors = new Map<string, number>();
  if (rules.keepsModifiers !== true) for (const word of modifiers) factors.set(word, MODIFIER);
  if (head !== null && rules.head !== null) factors.set(head, HEAD);
  return factors;
}

function readPhrase(
  title: TitleParts,
  phrase: readonly PhraseWord[],
  headRules: HeadRules,
  { isStopWord }: Analyzer,
): TitleParts {
  const modifiers = new Set(title.modifiers);
  let { head } = title;
  let isHeadOpen = head === null;
  let isAfterPreposition = false;
  for (const [index, { word }] of phrase.entries()) {
    const role = roleOf(phrase, index, headRules, isStopWord);
    if (role === 'postposition') {
      for (const modifier of phrase.slice(0, index)) modifiers.add(modifier.word);
      if (isHeadOpen) head = null;
    } else if (role === 'end') {
      // In `set of 4 mugs`, the head is still to come.
      isAfterPreposition = head !== null;
      isHeadOpen = head === null;
    } else if (isAfterPreposition || role === 'modifier') modifiers.add(word);
    else if (isHeadOpen && role === 'head') head = headRules.rules.head === 'first' ? (head ?? word) : word;
  }
  return { head, modifiers };
}

/**
 * What a word of a phrase is: it ends what names the product, modifies what is before it, modifies another word, or may be
 * the head; null for any other.
 */
function roleOf(
  phrase: readonly PhraseWord[],
  index: number,
  { rules, brand }: HeadRules,
  isStopWord: (word: string) => boolean,
): 'end' | 'postposition' | 'modifier' | 'head' | null {
  const { word = '', isJoined = false } = phrase[index] ?? {};
  const before = phrase[index - 1]?.word ?? '';
  const next = phrase[index + 1]?.word ?? '';
  if (rules.postpositions?.has(word) === true) return 'postposition';
  if (!isJoined && endsPhrase(word, before, rules, isStopWord)) return 'end';
  if (rules.isModifier?.(word, rules.notHeads.has(next) ? '' : next) === true) return 'modifier';
  return !brand.has(word) && mayBeHead(word, before, rules) ? 'head' : null;
}

/** Between two phrases. */
const SIGN = /[():;|–—]|, | - /;
/** The single words of a list that begins a phrase: `Rose, Tree & Shrub Compost` is compost, and no rose. */
const LIST = /(?<=^|[():;|–—] ?|, | - )[\p{L}-]+(?:, [\p{L}-]+)+,? (?:&|and) /gu;
const HYPHEN = '-';

function phrasesOf(title: string, words: readonly string[]): PhraseWord[][] {
  const text = title.replace(LIST, (list) => list.replaceAll(',', ' '));
  const phrases: PhraseWord[][] = [[]];
  let end = 0;
  for (const word of words) {
    const start = text.indexOf(word, end);
    if (SIGN.test(text.slice(end, start))) phrases.push([]);
    end = start + word.length;
    phrases.at(-1)?.push({ word, isJoined: text[start - 1] === HYPHEN || text[end] === HYPHEN });
  }
  return phrases;
}

/** The ends of compounds count more, the first of them most. */
function emphasizeEnds(text: string, words: readonly string[]): Emphasis {
  const factors = new Map<string, number>();
  let end = 0;
  for (const [index, word] of words.entries()) {
    end = text.indexOf(word, end) + word.length;
    const next = words[index + 1];
    const isEnd = next === undefined || !text.startsWith(next, end);
    if (isEnd && isUnspaced(word) && !factors.has(word)) factors.set(word, factors.size === 0 ? HEAD : COMPOUND_END);
  }
  return factors;
}
