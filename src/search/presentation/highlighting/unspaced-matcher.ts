/**
 * Finds a query in texts of scripts without spaces between words: the longest substrings that query and text share, of at
 * least two characters, because most Chinese and Japanese words have two. Those of Thai and the like are longer and share
 * many endings, so there a substring begins a word of the dictionary.
 */
import { enlargeKatakana, inKatakana, japaneseSound } from '../../text/kana.ts';
import { locateSegments, UNSPACED_SCRIPTS } from '../../text/segment.ts';
import { cachedByWord, cachedLatest } from '../../text/word-cache.ts';
import type { Span } from './spans.ts';

/** Scripts without spaces, and Korean, whose words take endings. */
const RUN = new RegExp(`(?:(?=[\\p{L}\\p{M}\\p{N}])[${UNSPACED_SCRIPTS}\\p{scx=Hang}])+`, 'gu');

/** Thai, Lao, Khmer and Burmese. */
const WORDS_OF_LETTERS = /^[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

const MIN_SUBSTRING_LENGTH = 2;
/** A character that no run has. */
const BETWEEN = '\u0000';

interface Letters {
  /** In lower case, normal width, and large katakana for all kana. A letter may be two UTF-16 units. */
  readonly letters: readonly string[];
  /** The start and the end in the text of the character or the sound of each letter. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Finds substrings of what was typed in a text. `minLength` 1 finds single characters, too. */
export function createUnspacedMatcher(typed: string, minLength = MIN_SUBSTRING_LENGTH): (text: string) => Span[] {
  const runs = Array.from(typed.matchAll(RUN), ([run]) => spellingsOfRun(run, 0).map(({ letters }) => letters)).flat();
  if (runs.length === 0) return () => [];
  const typedLetters = new Set(runs.flat());
  const typedRuns = `${BETWEEN}${runs.map((letters) => letters.join('')).join(BETWEEN)}${BETWEEN}`;

  /** The index after the longest substring that begins at `from` and was typed; `from` if there is none. */
  function endOfTyped(letters: readonly string[], from: number): number {
    let to = from + minLength;
    let part = letters.slice(from, to).join('');
    if (to > letters.length || !typedRuns.includes(part))
      return typedRuns.includes(`${BETWEEN}${letters[from]}${BETWEEN}`) ? from + 1 : from;
    while (to < letters.length && typedRuns.includes(part + letters[to])) {
      part += letters[to];
      to += 1;
    }
    return to;
  }

  return (text) => {
    const spans: Span[] = [];
    for (const { letters, starts, ends, beginsWord } of runsOf(text)) {
      for (let from = 0; from < letters.length; from += 1) {
        if (!typedLetters.has(letters[from] ?? '')) continue;
        const to = endOfTyped(letters, from);
        const start = starts[from] ?? 0;
        if (to === from || !beginsWord(start)) continue;
        spans.push({ start, length: (ends[to - 1] ?? start) - start });
        from = to - 1;
      }
    }
    return spans;
  };
}

interface Run extends Letters {
  /** Whether a match may begin at this offset of the text. */
  readonly beginsWord: (offset: number) => boolean;
}

const runsOf = cachedLatest((text): readonly Run[] =>
  Array.from(text.matchAll(RUN), ({ 0: run, index }) => {
    const beginsWord = WORDS_OF_LETTERS.test(run) ? wordStartsIn(run, index) : () => true;
    return spellingsOfRun(run, index).map((letters) => ({ ...letters, beginsWord }));
  }).flat(),
);

/** Segments the run only if a match may begin in it: this takes longer than all else. */
function wordStartsIn(run: string, offset: number): Run['beginsWord'] {
  let starts: ReadonlySet<number> | undefined;
  return (at) => {
    starts ??= new Set(locateSegments(run).map(({ start }) => offset + start));
    return starts.has(at);
  };
}

const lettersOfCharacter = cachedByWord((character): readonly string[] => [
  ...enlargeKatakana(inKatakana(character.normalize('NFKC').toLowerCase())),
]);

/** A foreign sound of loanwords. It has one letter in Japanese: `バ` for `ヴァ`. */
const FOREIGN_SOUND = /[ヴゔ]|フォン/;
const SOUND_OR_CHARACTER = /[ヴゔ][ァィェォュぁぃぇぉゅ]?|フォ(?=ン)|./gu;

const lettersOfSound = cachedByWord((sound): readonly string[] => [
  ...japaneseSound([...sound].flatMap(lettersOfCharacter).join('')),
]);

/** The letters of a run that begins at `offset`: as written, and with Japanese sounds if it has foreign ones. */
function spellingsOfRun(run: string, offset: number): readonly Letters[] {
  const written = lettersOf(run, offset, lettersOfCharacter);
  if (!FOREIGN_SOUND.test(run)) return [written];
  const japanese = lettersOf(run.match(SOUND_OR_CHARACTER) ?? [], offset, lettersOfSound);
  return japanese.letters.length > 1 ? [written, japanese] : [written];
}

/** The letters of characters or sounds, the first of which begins at `offset`. One may become several: `ゟ` is `より`. */
function lettersOf(parts: Iterable<string>, offset: number, read: (part: string) => readonly string[]): Letters {
  const [letters, starts, ends]: [string[], number[], number[]] = [[], [], []];
  let at = offset;
  for (const part of parts) {
    for (const letter of read(part)) {
      letters.push(letter);
      starts.push(at);
      ends.push(at + part.length);
    }
    at += part.length;
  }
  return { letters, starts, ends };
}
