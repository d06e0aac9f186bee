/**
 * Which word of a title names the product in each language, and which words only say more about it. Words are folded.
 */
import { ASCII_UNIT_WORDS } from '../text/unit-names.ts';

export interface TitleOrder {
  /**
   * Which word of a title names the product: the first or the last one before the first preposition, sign or, where that
   * is said, number. Null in Germanic languages and the like, where it is often a part of a compound: only modifiers
   * count differently then.
   */
  readonly head: 'first' | 'last' | null;
  /** The words after which there are modifiers, such as `for`. Absent: the stop words of the language. */
  readonly prepositions?: ReadonlySet<string>;
  /** The words before which there are modifiers. */
  readonly postpositions?: ReadonlySet<string>;
  /** Whether there are modifiers after a number. */
  readonly endsAtNumbers?: true;
  /** Whether a word is a modifier by its form, or by the form of the next one. */
  readonly isModifier?: (word: string, next: string) => boolean;
  /** Whether modifiers count as much as other words. */
  readonly keepsModifiers?: true;
}

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that say how many pieces there are. What they consist of is named after them: `set of 4 mugs`. */
const QUANTITIES = setOf(
  'assortment assortments bundle bundles collection collections combo combos kit kits pack packs pair pairs pc pcs ' +
    'piece pieces series set sets lot lots paire paires coffret ensemble jeu juego par pares conjunto lote pacote jogo ' +
    'confezione coppia paio pachet pereche satz paar packung pak paket saet sett pakke zestaw komplet para sada souprava ' +
    'suprava baleni набор комплект пара набір чифт σετ ζευγαρι seti takimi bo cap ชุด طقم مجموعة عبوة ست بسته סט מארז ' +
    'זוג सेट पैक 세트',
);
const COLOURS = setOf(
  'beige black blue bronze brown chrome clear gold graphite gray grey green ivory multicolor multicolour navy nickel ' +
    'orange pink platinum purple red silver titanium turquoise white yellow siyah beyaz mavi lacivert kirmizi bordo yesil ' +
    'sari gri antrasit pembe mor kahverengi krem bej काला काली सफेद नीला नीली लाल हरा हरी गुलाबी ग्रे 블랙 화이트 그레이 실버 블루 핑크 베이지 네이비',
);

const HEAD_FIRST: TitleOrder = { head: 'first' };
const NO_HEAD: TitleOrder = { head: null };
const ENGLISH: TitleOrder = {
  head: 'last',
  prepositions: setOf('at by for from in of on to w with without'),
  // In an English shop's judged searches, they matter as much as other words.
  keepsModifiers: true,
};
const HINDI: TitleOrder = { head: 'last', postpositions: setOf('लिए वाला वाली वाले का की के'), endsAtNumbers: true };
const URDU: TitleOrder = { head: 'last', postpositions: setOf('لیے کا کی کے'), endsAtNumbers: true };
const KOREAN: TitleOrder = { head: 'last', endsAtNumbers: true, isModifier: (word) => /..용$/.test(word) };
/** The second noun of `laptop çantası` has a possessive ending. `-li` is an adjective's. */
const TURKISH: TitleOrder = {
  head: 'last',
  endsAtNumbers: true,
  isModifier: (_word, next) => /...(?<!l)[iu]$/.test(next) && !QUANTITIES.has(next) && !COLOURS.has(next),
};
/** The genitive of `polkupyörän pumppu`, and the cases of `porakoneelle` and `porakoneeseen`. */
const FINNISH: TitleOrder = {
  head: null,
  isModifier: (word, next) => (next !== '' && /[a-z]{3}n$/.test(word)) || /(?:ll[ae]|seen|oon|iin)$/.test(word),
};
/** The cases of `porszívóhoz` and `kosárral`, and `mosógép alá`. */
const HUNGARIAN: TitleOrder = {
  head: null,
  isModifier: (word, next) => /...(?:h[oe]z|n[ae]k|[a-z]al|[a-z]el|r[ae]|b[ae])$/.test(word) || next === 'ala',
};
/** `للابتوب` is `for a laptop`. */
const ARABIC: TitleOrder = { head: 'first', isModifier: (word) => /^لل../.test(word) };

/** By ISO 639-1. `compounds`: words are not separated. Without an entry, all words of a title count the same. */
const ORDERS: Readonly<Record<string, TitleOrder | 'compounds'>> = {
  ar: ARABIC,
  bg: HEAD_FIRST,
  ca: HEAD_FIRST,
  cs: HEAD_FIRST,
  da: NO_HEAD,
  de: NO_HEAD,
  el: HEAD_FIRST,
  en: ENGLISH,
  es: HEAD_FIRST,
  fa: HEAD_FIRST,
  fi: FINNISH,
  fr: HEAD_FIRST,
  he: HEAD_FIRST,
  hi: HINDI,
  hr: HEAD_FIRST,
  hu: HUNGARIAN,
  id: HEAD_FIRST,
  it: HEAD_FIRST,
  ja: 'compounds',
  ko: KOREAN,
  nl: NO_HEAD,
  no: NO_HEAD,
  pl: HEAD_FIRST,
  pt: HEAD_FIRST,
  ro: HEAD_FIRST,
  ru: HEAD_FIRST,
  sk: HEAD_FIRST,
  sr: HEAD_FIRST,
  sv: NO_HEAD,
  th: HEAD_FIRST,
  tr: TURKISH,
  uk: HEAD_FIRST,
  ur: URDU,
  vi: HEAD_FIRST,
  zh: 'compounds',
};
const orders = new Map(Object.entries(ORDERS));

export const titleOrderOf = (language: string): TitleOrder | 'compounds' | null => orders.get(language) ?? null;

const HAS_DIGIT = /\p{N}/u;
const UNIT = new RegExp(`^(?:${ASCII_UNIT_WORDS})$`);

/** Whether modifiers follow this word. `before`: the word before it, or an empty text. */
export const endsPhrase = (
  word: string,
  before: string,
  { prepositions, postpositions, endsAtNumbers }: TitleOrder,
  isStopWord: (word: string) => boolean,
): boolean => {
  if (endsAtNumbers === true && HAS_DIGIT.test(word)) return true;
  if (postpositions?.has(word) === true) return false;
  // `in` after a number is a unit.
  return (prepositions?.has(word) ?? isStopWord(word)) && !(word === 'in' && HAS_DIGIT.test(before));
};

/** Whether the word may name a product. `before`: the word before it, or an empty text. */
export const mayBeHead = (word: string, before: string): boolean =>
  word.length > 1 &&
  !HAS_DIGIT.test(word) &&
  !QUANTITIES.has(word) &&
  !COLOURS.has(word) &&
  !(HAS_DIGIT.test(before) && UNIT.test(word));
