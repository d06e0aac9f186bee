/**
 * Words that shoppers type in the wrong layout of their keyboard: `rjkzcrf` for `коляска`, and `ыфьыгтп` for `samsung`.
 * Only for languages whose keyboards have one usual layout. Pure functions.
 */
import { foldText } from '../text/fold.ts';

/** Keys by what they type in Latin letters, row by row. */
const KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
/** A key that types no letter. */
const NO_LETTER = '_';
/** The key that types an accent before its letter. */
const ACCENT = '΄';

/** By language, what the keys type in its layout. */
const LAYOUTS: Readonly<Record<string, string>> = {
  // One key types two letters, lam and alef.
  ar: 'ذضصثقفغعهخحجدشسيبلاتنمكطئءؤر\ufefbىةوز',
  el: `__ςερτυθιοπ__ασδφγηξκλ${ACCENT}_ζχψωβνμ__`,
  he: '___קראטוןםפ__שדגכעיחלךף_זסבהנמצתץ',
  ru: 'ёйцукенгшщзхъфывапролджэячсмитьбю',
  uk: '_йцукенгшщзхїфівапролджєячсмитьбю',
};
const LAM_ALEF = /لا/g;

/** Shorter words are too easily others. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 24;
const NATIVE_WORD = /^[\p{L}\p{M}]+$/u;
const LATIN_WORD = /^[a-z]+$/;

/** The folded word that these keys type in the other layout of the language; null if they type none. */
export function inOtherLayout(typed: string, language: string): string | null {
  const layout = LAYOUTS[language];
  if (layout === undefined || typed.length < MIN_LENGTH || typed.length > MAX_LENGTH) return null;
  const lower = typed.toLowerCase();
  const native = foldText(exchange(lower, KEYS, layout).replaceAll(ACCENT, ''));
  if (NATIVE_WORD.test(native)) return native;
  const latin = exchange(lower.replace(LAM_ALEF, '\ufefb'), layout, KEYS);
  return LATIN_WORD.test(latin) ? latin : null;
}

/** Other letters become no letter. */
const exchange = (word: string, from: string, to: string): string =>
  Array.from(word, (letter) => to[from.indexOf(letter)] ?? NO_LETTER).join('');
