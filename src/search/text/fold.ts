/**
 * Folded text: lower case, normal width, ASCII digits, without the marks that shoppers leave out. Products and queries
 * fold the same way, so the two compare. Folding folded text changes nothing.
 *
 * Marks are removed by script. In Latin, Greek, Arabic and Hebrew they are accents or optional vowels. In Cyrillic,
 * only ё loses its dots, and vowels lose their stress: й is another letter than и. In all other scripts marks are
 * letters: दाल isn't दिल, nor ガ カ. The exceptions are of Devanagari, where spellings vary: the dot below of साड़ी is
 * optional, and the dot above often replaces the moon of लहँगा and a nasal letter before another consonant, as in जीन्स.
 * Dictionaries know the vowel of Thai น้ำ as one letter only.
 */

/** Letters that Unicode does not decompose into a base letter and a mark, and the final sigma. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
};
const FOLDED_LETTER = /[ßæœøłđıς]/g;

/** Cyrillic and Greek letters whose capitals look like Latin ones, and these. */
const LOOK_ALIKES = 'авекмнорстухіјѕαβεζηικμνορτυχ';
const LATIN_LOOK_ALIKES = 'abekmhopctyxijsabezhikmnoptyx';
/** A word of such letters, one of them before a digit, as in a model number that was typed on another keyboard: `А54`. */
const MODEL_NUMBER = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])[a-z${LOOK_ALIKES}]*[${LOOK_ALIKES}][0-9][a-z0-9${LOOK_ALIKES}]*(?![\\p{L}\\p{M}\\p{N}])`,
  'gu',
);
/** Tested first, because few texts have it. */
const LOOK_ALIKE_BEFORE_DIGIT = new RegExp(`[${LOOK_ALIKES}][0-9]`);
const LOOK_ALIKE = new RegExp(`[${LOOK_ALIKES}]`, 'g');

export const BEYOND_ASCII = /[^\0-\x7f]/;

const OTHER_DIGITS = /[^\P{Nd}0-9]/gu;
const IS_DIGIT = /^\p{Nd}$/u;

/** Returns the text with the digits of all scripts as ASCII digits. */
export const foldDigits = (text: string): string => text.replace(OTHER_DIGITS, asciiDigit);

/** A digit of any script, or another number such as `½`. A token that has one isn't inflected, and names no product. */
export const HAS_NUMBER = /\p{N}/u;

/** The digits of each script follow one another in Unicode, from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (IS_DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** The Arabic character that only makes words longer. */
const TATWEEL = /ـ/g;
/** Arabic letters that other keyboards have in place of ي and ك. */
const FORMS_OF_YEH = /[ىی]/g;
const FORMS_OF_KAF = /ک/g;

/**
 * Within a Hebrew word, the signs of abbreviations (`ס״מ`) and of foreign sounds (`צ׳יפס`). Keyboards have quotes in their
 * place.
 */
const SIGN_IN_HEBREW = `(?<=[א-ת]\\p{M}*)(?:["”״]|['’׳]{1,2})(?=[א-ת])`;
/** The apostrophe of Ukrainian words: `м'ясо`, `під'їзд`. */
const SIGN_IN_UKRAINIAN = `(?<=[бвгґджзкмнпрстфхцчшщБВГҐДЖЗКМНПРСТФХЦЧШЩ])['’‘ʼ](?=[єюяїЄЮЯЇ]|[іІ]\\u0308)`;
/** A sign within a word that many leave out. */
export const SIGN_IN_WORD = `(?:${SIGN_IN_HEBREW}|${SIGN_IN_UKRAINIAN})`;
const SIGNS_IN_WORDS = new RegExp(SIGN_IN_WORD, 'gu');
const HAS_SIGN_IN_WORD = new RegExp(SIGN_IN_WORD, 'u');

/** The text with its words without these signs. */
export const removeSignsInWords = (text: string): string => text.replace(SIGNS_IN_WORDS, '');

const NUKTA_OF_DEVANAGARI = /\u093c/g;
const CANDRABINDU_OF_DEVANAGARI = /\u0901/g;
const ANUSVARA_OF_DEVANAGARI = '\u0902';
/** The letter for the nasal sound that a consonant of its own row has before it. Loanwords have न before others, too. */
const NASAL_OF_DEVANAGARI =
  /(?:ङ\u094d(?=[क-घ])|ञ\u094d(?=[च-झ])|ण\u094d(?=[ट-ढ])|न\u094d(?=[च-झट-ढत-धस])|म\u094d(?=[प-भ]))/g;

/** Whether `foldText` and the engine fold a letter differently: `strasse` finds `Straße` only by an added spelling. */
export const foldsOtherwise = (text: string): boolean =>
  /[ßæœøłđıё\u0901\u093c\u0958-\u095f]|[ङञणनम]\u094d/iu.test(text) || HAS_SIGN_IN_WORD.test(text);

/** The vowel of Thai น้ำ or Lao ນ້ຳ in its parts, with the tone before, within or after it. */
const AM_IN_PARTS = /(?:\u0e4d[\u0e48-\u0e4b]*\u0e32[\u0e48-\u0e4b]*|\u0ecd[\u0ec8-\u0ecb]*\u0eb2[\u0ec8-\u0ecb]*)+/g;
const PARTS_OF_AM = /[\u0e4d\u0e32\u0ecd\u0eb2]/g;
const joinAm = (parts: string): string =>
  parts.replace(PARTS_OF_AM, '') + (parts.startsWith('\u0e4d') ? '\u0e33' : '\u0eb3');
/** Two letters that look like the vowel แ, and type faster. */
const TWO_E_OF_THAI = /เเ/g;

const OPTIONAL_MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const DOTS_OF_YO = /(?<=е)\u0308/g;
const STRESS = /(?<=[аеиоуыэюяіѣ])[\u0300\u0301]/g;

/** The text with each letter folded that becomes one letter: offsets stay. */
export const foldInPlace = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (letter) => {
    const folded = foldText(letter);
    return folded.length === letter.length ? folded : letter;
  });

/**
 * Characters without width that exports leave in words, as a part of a regular expression: soft hyphens, spaces of no
 * width, marks of direction. Not the joiner between emoji, nor the non-joiner, which separates the parts of Persian words.
 */
export const INVISIBLE =
  '(?:[\\u00ad\\u034f\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff]|\\u200d(?<=[\\p{L}\\p{M}]\\u200d)(?=\\p{L}))';
const INVISIBLES = new RegExp(INVISIBLE, 'gu');

/** The text without these characters. */
export const removeInvisible = (text: string): string =>
  BEYOND_ASCII.test(text) ? text.replace(INVISIBLES, '') : text;

/** The letter that stands for the sign of a diameter, as in `Ø32` and `Ø 32`: shoppers type the number. */
const DIAMETER = /ø(?<![\p{L}\p{N}]ø) ?(?=\p{Nd})/gu;

/** Characters such as ½, which decompose into `1⁄2`, after a digit: `1½` isn't `11/2`. */
const FRACTION_AFTER_DIGIT = /(?=[¼-¾⅐-⅞])(?<=\p{Nd})/gu;
const FRACTION_SLASH = /⁄/g;
const ARABIC_DECIMAL_POINT = /٫/g;

/** Typed in place of an apostrophe or, twice, of the sign of inches. Decomposed, it would become a space and a mark. */
const ACUTE_ACCENT = /´/g;
/** Decomposed, they would become letters of the word before them. */
const TRADE_MARKS = /[™℠]/g;
/** Of ordinal numbers: Spanish `4º`. Shoppers type `4`. */
const ORDINAL_SIGN = /(?<=\p{Nd})[ºª]/gu;

/** Returns the folded text. Never throws. A letter becomes at most eighteen letters, as `ﷺ` does. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (!BEYOND_ASCII.test(lower)) return lower;
  const folded = foldLetters(lower);
  return LOOK_ALIKE_BEFORE_DIGIT.test(folded) ? folded.replace(MODEL_NUMBER, inLatin) : folded;
}

function foldLetters(lower: string): string {
  return (
    removeInvisible(lower)
      .replace(DIAMETER, '')
      .replace(ACUTE_ACCENT, "'")
      .replace(TRADE_MARKS, ' ')
      .replace(ORDINAL_SIGN, '')
      .replace(FRACTION_AFTER_DIGIT, ' ')
      .normalize('NFKD')
      // One character can decompose into several letters, capitals among them: ㍱ is hPa.
      .toLowerCase()
      .normalize('NFKD')
      .replace(FRACTION_SLASH, '/')
      .replace(ARABIC_DECIMAL_POINT, '.')
      .replace(TATWEEL, '')
      .replace(FORMS_OF_YEH, 'ي')
      .replace(FORMS_OF_KAF, 'ك')
      .replace(NUKTA_OF_DEVANAGARI, '')
      .replace(CANDRABINDU_OF_DEVANAGARI, ANUSVARA_OF_DEVANAGARI)
      .replace(NASAL_OF_DEVANAGARI, ANUSVARA_OF_DEVANAGARI)
      .replace(AM_IN_PARTS, joinAm)
      .replace(TWO_E_OF_THAI, 'แ')
      .replace(OPTIONAL_MARKS, '')
      .replace(SIGNS_IN_WORDS, '')
      .replace(DOTS_OF_YO, '')
      .replace(STRESS, '')
      .replace(FOLDED_LETTER, (letter) => FOLDED[letter] ?? letter)
      .replace(OTHER_DIGITS, asciiDigit)
      .normalize('NFC')
  );
}

const inLatin = (word: string): string =>
  word.replace(LOOK_ALIKE, (letter) => LATIN_LOOK_ALIKES[LOOK_ALIKES.indexOf(letter)] ?? letter);
