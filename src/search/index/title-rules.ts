/** Which word of a title names the product in each language, and which words only say more about it. */
import { ASCII_UNIT_WORDS, LETTERS } from '../text/amounts/unit-names.ts';
import { foldText, HAS_NUMBER } from '../text/fold.ts';

interface LanguageRules {
  /**
   * Which word names the product: the first or the last one before the first preposition or sign, or before the first
   * number with `endsAtNumbers`. Null in Germanic languages and the like, where it is often a part of a compound: there,
   * only modifiers count differently.
   */
  readonly head: 'first' | 'last' | null;
  /** The words after which there are modifiers, such as `for`. Absent: the stop words of the language. */
  readonly prepositions?: ReadonlySet<string>;
  /** The words before which there are modifiers. */
  readonly postpositions?: ReadonlySet<string>;
  /** Whether there are modifiers after a number. */
  readonly endsAtNumbers?: true;
  /** Whether a word is a modifier by its form, or by the form of the next one, which may be empty. */
  readonly isModifier?: (word: string, next: string) => boolean;
  /** Whether the language has another script, so that a word in Latin letters is a brand or a model. */
  readonly isNotLatin?: true;
  /** Whether modifiers count as much as other words. */
  readonly keepsModifiers?: true;
}

/** The words of a list, folded as those of titles are. */
const setOf = (list: string): ReadonlySet<string> => new Set(foldText(list).split(' '));

/**
 * Words that don't name the product: quantities, and where the head is the last word, colours, sizes, and adjectives
 * before a preposition (`Strap compatible with`). What a quantity consists of is named after it, as in `set of 4 mugs`.
 */
const NOT_HEADS: Readonly<Record<string, string>> = {
  ar: 'طقم مجموعة عبوة',
  bg: 'комплект набор чифт',
  ca: 'conjunt joc lot pack parell set',
  cs: 'baleni par sada souprava',
  da: 'pakke par saet',
  de: 'packung paar satz set',
  el: 'σετ ζευγαρι',
  en:
    'assortment assortments bundle bundles collection collections combo combos kit kits pack packs pair pairs pc pcs ' +
    'piece pieces series set sets beige black blue bronze brown chrome clear gold graphite gray grey green ivory ' +
    'multicolor multicolour navy nickel orange pink platinum purple red silver titanium turquoise white yellow ' +
    'compatible designed ideal made perfect suitable jumbo large medium mini size small xl xxl',
  es: 'conjunto juego kit lote pack par pares set',
  fa: 'ست بسته',
  fi: 'pakkaus pari sarja setti',
  fr: 'coffret ensemble jeu kit lot lots pack paire paires set',
  he: 'זוג מארז סט',
  hi:
    'सेट पैक काला काली सफेद नीला नीली लाल हरा हरी पीला पीली भूरा भूरी सुनहरा सुनहरी गुलाबी नारंगी बैंगनी मैरून क्रीम बेज ' +
    'ग्रे सिल्वर गोल्डन',
  hr: 'komplet pakiranje par set',
  hu: 'csomag keszlet par szett',
  id: 'paket set',
  it: 'confezione coppia kit pacco paio set',
  ko: '세트 블랙 화이트 그레이 실버 블루 핑크 베이지 네이비',
  nl: 'pak paar set',
  no: 'pakke par sett',
  pl: 'komplet para zestaw',
  pt: 'conjunto jogo kit pack pacote par',
  ro: 'pachet pereche set',
  ru: 'комплект набор пара',
  sk: 'balenie par sada suprava',
  sr: 'komplet par set комплет пар сет',
  sv: 'paket par set',
  th: 'ชุด',
  tr:
    'seti takimi paketi antrasit bej beyaz bordo gri kahverengi kirmizi krem lacivert mavi mor pembe sari siyah ' +
    'turuncu yesil',
  uk: 'комплект набір пара',
  ur: 'سیٹ',
  vi: 'bo cap combo set',
};

const HEAD_FIRST: LanguageRules = { head: 'first' };
const NOT_LATIN: LanguageRules = { head: 'first', isNotLatin: true };
const NO_HEAD: LanguageRules = { head: null };
const ENGLISH: LanguageRules = {
  head: 'last',
  prepositions: setOf('at by for from in of on to w with without'),
  // In an English shop's judged searches, they matter as much as other words.
  keepsModifiers: true,
};
const HINDI: LanguageRules = {
  head: 'last',
  isNotLatin: true,
  postpositions: setOf('लिए वाला वाली वाले का की के'),
  endsAtNumbers: true,
};
const URDU: LanguageRules = {
  head: 'last',
  isNotLatin: true,
  postpositions: setOf('لیے کا کی کے'),
  endsAtNumbers: true,
};
const KOREAN: LanguageRules = {
  head: 'last',
  isNotLatin: true,
  endsAtNumbers: true,
  isModifier: (word) => /..용$/.test(word),
};
/** The second noun of `laptop çantası` has a possessive ending. `-li` is an adjective's. */
const TURKISH: LanguageRules = {
  head: 'last',
  postpositions: setOf('icin'),
  endsAtNumbers: true,
  isModifier: (_word, next) => /...(?<!l)[iu]$/.test(next),
};
/** `lautanen`, `puhelin` and `kahvinkeitin` are no genitives. */
const FINNISH_NOMINATIVE = /nen$|(?:[aeiouys]t|[ah]d|ais|puhel|kytk|lask|pes|ava)in$/;
/**
 * The genitive of `polkupyörän pumppu`, and the cases of `porakoneelle` and `kahvinkeittimeen`. `Nalle` is a
 * nominative.
 */
const FINNISH: LanguageRules = {
  head: null,
  isModifier: (word, next) =>
    (next !== '' && /...n$/.test(word) && !FINNISH_NOMINATIVE.test(word)) ||
    /(?:...ll[ae]|[mst]een|oon|iin)$/.test(word),
};
/**
 * The cases of `porszívóhoz`, `falra` and `kosárral`, and `mosógép alá`. `Asztal`, `kamera` and `szoba` are nominatives.
 */
const HUNGARIAN_CASE =
  /...(?:h[oe]z|n[ae]k|(?<!szo|ba|[bg]om)b[ae]|[aeiou]v[ae]l)$|..(?:[^eiou]r[ae]|([^aeiou])\1[^aeiou]?[ae]l)$/;
const HUNGARIAN: LanguageRules = {
  head: null,
  isModifier: (word, next) => HUNGARIAN_CASE.test(word) || next === 'ala',
};
/**
 * The genitive of `telefono dėklas`, and the dative of `krepšys kompiuteriui`. The endings of other genitives are
 * nominatives, too.
 */
const LITHUANIAN: LanguageRules = {
  head: null,
  isModifier: (word, next) => (next !== '' && /..(?:o|u|aus)$/.test(word)) || /..(?:ui|ei|[aeio]ms)$/.test(word),
};
/** `للابتوب` is `for a laptop`. */
const ARABIC: LanguageRules = { ...NOT_LATIN, isModifier: (word) => /^لل../.test(word) };

/** By ISO 639-1. `compounds`: words are not separated. Without an entry, all words of a title count the same. */
const RULES: Readonly<Record<string, LanguageRules | 'compounds'>> = {
  ar: ARABIC,
  bg: NOT_LATIN,
  ca: HEAD_FIRST,
  cs: HEAD_FIRST,
  da: NO_HEAD,
  de: NO_HEAD,
  el: NOT_LATIN,
  en: ENGLISH,
  es: HEAD_FIRST,
  fa: NOT_LATIN,
  fi: FINNISH,
  fr: HEAD_FIRST,
  he: NOT_LATIN,
  hi: HINDI,
  hr: HEAD_FIRST,
  hu: HUNGARIAN,
  id: HEAD_FIRST,
  it: HEAD_FIRST,
  ja: 'compounds',
  ko: KOREAN,
  lt: LITHUANIAN,
  nl: NO_HEAD,
  no: NO_HEAD,
  pl: HEAD_FIRST,
  pt: HEAD_FIRST,
  ro: HEAD_FIRST,
  ru: NOT_LATIN,
  sk: HEAD_FIRST,
  sr: HEAD_FIRST,
  sv: NO_HEAD,
  th: NOT_LATIN,
  tr: TURKISH,
  uk: NOT_LATIN,
  ur: URDU,
  vi: HEAD_FIRST,
  zh: 'compounds',
};

export const LANGUAGES_WITH_TITLE_RULES = Object.keys(RULES);

export interface TitleRules extends LanguageRules {
  readonly notHeads: ReadonlySet<string>;
}

const rules = new Map(
  Object.entries(RULES).map(([language, its]) => [
    language,
    its === 'compounds' ? its : { ...its, notHeads: setOf(NOT_HEADS[language] ?? '') },
  ]),
);

export const titleRulesOf = (language: string): TitleRules | 'compounds' | null => rules.get(language) ?? null;

/** Whether titles of the language begin with the word that names the product. */
export function isHeadFirst(language: string): boolean {
  const its = titleRulesOf(language);
  return its !== null && its !== 'compounds' && its.head === 'first';
}

const UNIT_WORD = new RegExp(`^(?:${ASCII_UNIT_WORDS}|[${Object.keys(LETTERS).join('')}])$`);

/** Some units are also prepositions or articles: `in`, `l` in French, `w` in Polish. */
const isUnit = (word: string, before: string): boolean => HAS_NUMBER.test(before) && UNIT_WORD.test(word);

/** Whether modifiers follow this word. `before`: the word before it, or an empty text. */
export const endsPhrase = (
  word: string,
  before: string,
  { prepositions, endsAtNumbers }: TitleRules,
  isStopWord: (word: string) => boolean,
): boolean => {
  if (endsAtNumbers === true && HAS_NUMBER.test(word)) return true;
  return (prepositions?.has(word) ?? isStopWord(word)) && !isUnit(word, before);
};

const HAS_LATIN = /[a-z]/;

/** Whether the word may name a product. `before`: the word before it, or an empty text. */
export const mayBeHead = (word: string, before: string, { isNotLatin, notHeads }: TitleRules): boolean =>
  word.length > 1 &&
  !HAS_NUMBER.test(word) &&
  !(isNotLatin === true && HAS_LATIN.test(word)) &&
  !notHeads.has(word) &&
  !isUnit(word, before);
