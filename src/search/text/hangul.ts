/**
 * Unfinished words in Hangul. An input method shows the first consonant of the next syllable as the last one of the
 * syllable before it: `롯` becomes `로션`, and `닭` `달걀`. So a beginning is compared by its letters, not its syllables.
 */

/** Last consonants and vowels that are typed as two letters. All are decomposed letters (jamo). */
const TWO_LETTERS: Readonly<Record<string, string>> = {
  ᆪ: 'ᄀᄉ',
  ᆬ: 'ᄂᄌ',
  ᆭ: 'ᄂᄒ',
  ᆰ: 'ᄅᄀ',
  ᆱ: 'ᄅᄆ',
  ᆲ: 'ᄅᄇ',
  ᆳ: 'ᄅᄉ',
  ᆴ: 'ᄅᄐ',
  ᆵ: 'ᄅᄑ',
  ᆶ: 'ᄅᄒ',
  ᆹ: 'ᄇᄉ',
  ᅪ: 'ᅩᅡ',
  ᅫ: 'ᅩᅢ',
  ᅬ: 'ᅩᅵ',
  ᅯ: 'ᅮᅥ',
  ᅰ: 'ᅮᅦ',
  ᅱ: 'ᅮᅵ',
  ᅴ: 'ᅳᅵ',
};
/** The other last consonants, and the same ones as first consonants. */
const LAST = 'ᆨᆩᆫᆮᆯᆷᆸᆺᆻᆼᆽᆾᆿᇀᇁᇂ';
const FIRST = 'ᄀᄁᄂᄃᄅᄆᄇᄉᄊᄋᄌᄎᄏᄐᄑᄒ';

const HANGUL = /^\p{sc=Hangul}+$/u;

export const isHangul = (word: string): boolean => HANGUL.test(word);

/** The letters of a word in the order in which they are typed, last consonants as first ones. */
export const typedLetters = (word: string): string =>
  Array.from(word.normalize('NFD'), (letter) => TWO_LETTERS[letter] ?? FIRST[LAST.indexOf(letter)] ?? letter).join('');

const FIRST_SYLLABLE = 0xac00;
const SYLLABLES_OF_CONSONANT = 588;
const firstConsonant = (word: string): number =>
  Math.floor((word.charCodeAt(0) - FIRST_SYLLABLE) / SYLLABLES_OF_CONSONANT);

/** The beginnings of these words that an unfinished folded word may become, except the word itself: `로션` for `롯`. */
export function hangulPrefixes(unfinished: string, words: Iterable<string>): readonly string[] {
  const [letters, first] = [typedLetters(unfinished), firstConsonant(unfinished)];
  const beginnings = new Set<string>();
  for (const word of words) {
    if (firstConsonant(word) !== first || !typedLetters(word).startsWith(letters)) continue;
    let length = 1;
    while (!typedLetters(word.slice(0, length)).startsWith(letters)) length += 1;
    beginnings.add(word.slice(0, length));
  }
  beginnings.delete(unfinished);
  return [...beginnings];
}

const VOWELS = Array.from({ length: 21 }, (_, index) => String.fromCharCode(0x1161 + index));

/**
 * What a folded word in Hangul may become with the next letter if its last syllable changes: `로사`, `로서` and so on of `롯`,
 * and `과` of `고`. None for any other word.
 */
export function nextSyllables(unfinished: string): readonly string[] {
  if (!isHangul(unfinished)) return [];
  const letters = unfinished.normalize('NFD');
  const [before, last] = [letters.slice(0, -1), letters.slice(-1)];
  const asSyllables = (ends: readonly string[]) => ends.map((end) => (before + end).normalize('NFC'));
  if (VOWELS.includes(last)) return asSyllables(VOWELS.filter((vowel) => TWO_LETTERS[vowel]?.startsWith(last)));
  const [stays, begins] = separateLast(last);
  return asSyllables(VOWELS.map((vowel) => stays + begins + vowel));
}

/** The last consonant of a syllable, without the one that begins the next syllable, and that one as a first consonant. */
function separateLast(consonant: string): readonly [stays: string, begins: string] {
  const [one, other] = TWO_LETTERS[consonant] ?? '';
  if (one === undefined || other === undefined) return ['', FIRST[LAST.indexOf(consonant)] ?? consonant];
  return [LAST[FIRST.indexOf(one)] ?? '', other];
}
