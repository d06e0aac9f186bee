/**
 * Stems of Korean words: without particles (`텐트는` and `텐트를` are `텐트`) and without `용` (for), and with loanwords in
 * their standard spelling. Most particles have one form after a consonant and another after a vowel, which tells them
 * from the ends of nouns: `정형외과` has no particle.
 */
import { irregularForms, patternOfAny } from './irregular-forms.ts';

/** Common spellings of loanwords, each after the standard one. Oranges (`오렌지`) are no ranges (`렌지`). */
const LOANWORDS = irregularForms(`
  선/썬 프라이/후라이 러닝/런닝 주스/쥬스 케이크/케익 초콜릿/초콜렛 재킷/자켓 카디건/가디건 샌들/샌달 액세서리/악세사리/악세서리
  타월/타올 바비큐/바베큐 배터리/밧데리 텔레비전/텔레비젼 매트리스/메트리스 마사지/맛사지 스탠드/스텐드 스테인리스/스텐/스테인레스
  레인지/렌지 오렌지 챌린지/챌렌지 셰/쉐 커튼/커텐 카펫/카페트 콤팩트/컴팩트 클리너/크리너 데스크톱/데스크탑 소시지/소세지
  모차렐라/모짜렐라 돈가스/돈까스 케첩/케찹 비스킷/비스켓 도넛/도너츠 세트/셋트`);
const LOANWORD = new RegExp(patternOfAny(LOANWORDS.keys()), 'g');

/** At the end of words of three syllables or more. */
const PARTICLE_AFTER_CONSONANT = /(?<=..)(?:을|은|과|으로)$/;
const PARTICLE_AFTER_VOWEL = /(?<=..)(?:를|는|와)$/;
const OTHER_ENDING = /(?<=..)(?:의|에서|용)$/;

const FIRST_SYLLABLE = 0xac00;
/** The syllables that begin alike: one without a last consonant, then those with one. */
const SYLLABLES_OF_BEGINNING = 28;

/** Vowels after ㅈ, ㅉ or ㅊ that sound like others, which the standard has: `쥬얼리` is `주얼리`. */
const STANDARD_VOWELS: ReadonlyMap<string, string> = new Map([
  ['\u1163', '\u1161'],
  ['\u1167', '\u1165'],
  ['\u116d', '\u1169'],
  ['\u1172', '\u116e'],
]);
const VOWEL_AFTER_J_OR_CH = /(?<=[\u110c-\u110e])[\u1163\u1167\u116d\u1172]/g;
/** After the first syllable, the English sound `sh`: `브러쉬` is `브러시`. */
const SH = /(?<=.)쉬/g;
/** The English sound of `window` in words of three syllables or more: `윈도우` is `윈도`. Decomposed, ㅗ and 우. */
const LAST_OW = /(?<=[\u1100-\u1112]\S*[\u1100-\u1112]\u1169)\u110b\u116e$/;

export const stemKorean = (word: string): string => withoutLastOw(stemPrefixKorean(nounOf(word)));

/** The stem with loanwords as spelt, which has the beginnings that are typed. */
export const speltStemKorean = (word: string): string => withoutLastOw(withStandardSounds(nounOf(word)));

/** The beginning of the stem of a word that begins so: in its standard spelling. */
export const stemPrefixKorean = (beginning: string): string =>
  withStandardSounds(beginning.replace(LOANWORD, (spelling) => LOANWORDS.get(spelling) ?? spelling));

const withStandardSounds = (word: string): string =>
  word
    .normalize('NFD')
    .replace(VOWEL_AFTER_J_OR_CH, (vowel) => STANDARD_VOWELS.get(vowel) ?? vowel)
    .normalize('NFC')
    .replace(SH, '시');

const withoutLastOw = (word: string): string => word.normalize('NFD').replace(LAST_OW, '').normalize('NFC');

const nounOf = (word: string): string =>
  withoutParticle(word, PARTICLE_AFTER_CONSONANT, true) ??
  withoutParticle(word, PARTICLE_AFTER_VOWEL, false) ??
  word.replace(OTHER_ENDING, '');

/** The word without the particle; null if it doesn't end with it. */
function withoutParticle(word: string, particle: RegExp, isAfterConsonant: boolean): string | null {
  const noun = word.replace(particle, '');
  return noun !== word && isFollowedBy(noun, isAfterConsonant) ? noun : null;
}

/** Whether the particle fits the end of the noun. How a noun in other letters is spoken is unknown: `tv를`, `usb는`. */
function isFollowedBy(noun: string, isAfterConsonant: boolean): boolean {
  const lastSyllable = noun.charCodeAt(noun.length - 1) - FIRST_SYLLABLE;
  return lastSyllable < 0 || (lastSyllable % SYLLABLES_OF_BEGINNING !== 0) === isAfterConsonant;
}
