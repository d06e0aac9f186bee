/**
 * The ends of Korean compounds, which are written as one word or as several. Each character is a syllable. Pure functions.
 */
import { isHangul } from './hangul.ts';

const MAX_HANGUL_END_LENGTH = 4;
/** Syllables that begin compounds by themselves: `책가방`. Before two syllables, others rarely do: `운동화` isn't `동화`. */
const SHORT_HANGUL_BEGINNINGS: ReadonlySet<string> = new Set('책선썬롱숏청면손털속폼반통밥국물쌀닭소');
/** The ends of `충전기`, `주전자`, `운동화` and others. Of machines only the whole name is a word. */
const NO_HANGUL_END = /^(?:[^고용]기|전자|동화)$/;

/**
 * The nouns of one syllable that end many compounds: `과일칼`. Other syllables are hardly ever words. `차` is tea and a car.
 */
const SHORT_HANGUL_ENDS: ReadonlySet<string> = new Set(
  '칼컵팬솥통랩팩병톱삽빗솔책밥죽떡빵차잔공총등옷끈펜붓쌀콩김꿀백',
);
/** Words that don't end so, and pains, which end with the same syllable as `물통`: `손톱`, `파라솔`, `감자튀김`, `근육통`. */
const NO_SHORT_HANGUL_END =
  /(?:(?:손|발|데스크|탱크)톱|(?:파라|콘|인|아웃)솔|튀김|피드백|(?:근육|관절|생리|편두|치)통)$/;

/** What may follow another syllable: of a longer word, two syllables are the beginning (`고속` of `고속충전기`). */
const LONG_HANGUL_END = 3;
/** Syllables that begin loanwords, decomposed: a consonant and ㅡ, also with ㄹ. `플레이어` doesn't end with `레이어`. */
const BEGINS_LOANWORD = /^[\u1100-\u1112]\u1173\u11af?$/;

/** Whether a syllable may begin a compound before an end of this length: `봉고데기`. */
const mayBeginHangul = (syllable: string, endLength: number): boolean =>
  SHORT_HANGUL_BEGINNINGS.has(syllable) ||
  (endLength === LONG_HANGUL_END && !BEGINS_LOANWORD.test(syllable.normalize('NFD')));

const mayEndHangul = (end: string, word: string): boolean =>
  end.length === 1 ? SHORT_HANGUL_ENDS.has(end) && !NO_SHORT_HANGUL_END.test(word) : !NO_HANGUL_END.test(end);

/** The last four syllables of a Korean word or fewer, the longest first. */
export function endsOfHangul(word: string): readonly string[] {
  if (!isHangul(word)) return [];
  const longest = Math.min(MAX_HANGUL_END_LENGTH, word.length - 1);
  const ends = Array.from({ length: longest }, (_, index) => word.slice(index - longest));
  return ends.filter(
    (end) => (word.length - end.length > 1 || mayBeginHangul(word.charAt(0), end.length)) && mayEndHangul(end, word),
  );
}
