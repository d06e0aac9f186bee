/**
 * The names of units in folded text, as parts of regular expressions. A name counts only after a number, so it may be
 * another word elsewhere: `gr`, `lit`, `cm`. Names of several languages with the same meaning have one canonical form.
 * Left out are names that are everyday words after a number, too: Finnish `senttiä` is money, Ukrainian `вата` cotton wool.
 */
import { BEYOND_ASCII } from '../fold.ts';
import { cachedByWord } from '../word-cache.ts';

/** The canonical form of a unit, and its other forms. */
export const FORMS: Readonly<Record<string, string>> = {
  inch:
    'in|inch|inches|zoll|pouces?|pulgadas?|pollici|polegadas?|polzad(?:a|es)|inci?|inch?a|palc(?:e|ov)|coli(?:s|ai|u)|cale|cali|duim|tum|tommer|tuuma[an]?|col|colos|' +
    'дюйм(?:а|ов|и|ів)?|инч(?:а|и)?|אינ[צץ]|بوص[ةه]|[اإ]ن[شج]|اينچي?|इंच|นิ้ว|英寸|寸|吋|インチ|인치',
  ft: 'ft|foot|feet|фут(?:а|ов|и|ів)?|फ(?:ु|ी|ि)ट|ฟุต',
  yd: 'yds?|yards?',
  gal: 'gals?|gallons?',
  oz: 'oz|ounces?',
  lb: 'lbs?|pounds?',
  m2: 'm²|m2|mq|qm|sqm',
  mm2: 'mm²|mm2|mmq|qmm',
  cm2: 'cm²|cm2',
  m3: 'm³|m3',
  cm3: 'cm³|cm3',
  'sq ft': 'sq\\.? ?ft|square feet|square foot',
  sq: 'sq',
  volt: 'volts?|voltos|volttia?|voltin|вольт(?:а|и|ів)?|וו?לט|فول[تط]|ولتي?|वोल्ट|โวล[ตท]์|ボルト|볼트',
  watt: 'watts?|wattos|wattia?|watin|вт|ватт(?:а)?|ват(?:и|ів)?|ו?ואט|وا[طت]|واتي|व(?:ा|ॉ)ट|วัตต์|瓦|ワット|와트',
  amp: 'amps?|amperes?',
  hp: 'л\\.с|лс',
  liter:
    'liter(?:s|es)?|litre(?:s|lik)?|litros?|ltr|lt|lit|litri|litr[auy]?|litrow|litrov|litrai|litara|litra[an]|' +
    'л|литр(?:а|ов|и)?|літр(?:а|и|ів)?|λιτρ(?:ο|α|ων)|ליטר(?:ים)?|لي?تر(?:ات|ي)?|लीटर|ลิตร|升|公升|リットル|리터',
  ml: 'milliliter(?:es)?|millilitra[an]?|mililit(?:ar|ra|ara|rov|ru|rai|res?|ros?)|мл|миллилитр(?:а|ов)?|мілілітр(?:а|и|ів)?|מ["”״]?ל|מיליליטר|ملي?|ملل|مي?ليلي?تر|ميلي[ \\u200c]?ليتري?|سي[ \\u200c]?سي|मिली(?:लीटर)?|एमएल|มล|มิลลิลิตร|ซีซี|毫升|ミリリットル|밀리리터',
  meter:
    'meter(?:s|es)?|mtr|metre(?:s|lik)?|metros?|metri[an]?|metr[auy]?|metrow|metrov|metrai|metara|м|метр(?:а|ов|и|ів)?|מ|מטר(?:ים)?|م|متري?|[اأ]متار|मीटर|ม|เมตร|米|メートル|미터',
  cm: 'centis|centimeter(?:es)?|senttimetri[an]?|см|сантиметр(?:а|ов|и|ів)?|ס["”״]?מ|סנטימטר(?:ים)?|سم|سنتيمتر|سانت(?:ي[ \\u200c]?متري?)?|सेमी|सेंटीमीटर|ซม|เซนติเมตร|厘米|公分|センチ(?:メートル)?|센[티치](?:미터)?',
  mm: 'millimeter(?:es)?|millimetri[an]?|мм|миллиметр(?:а|ов)?|міліметр(?:а|и|ів)?|מ["”״]?מ|מילימטר(?:ים)?|مل?م|مي?ليمتر|ميلي[ \\u200c]?متري?|मिमी|मिलीमीटर|มม|มิลลิเมตร|毫米|ミリ(?:メートル)?|밀리미터',
  kg:
    'kilos?|kiloluk|kilogram(?:s|m|mos|a|y|ow|ov|ai|u)?|quilos?|quilograms?|kilogrammes?|kilogramos?|kilo[an]|kilogramma[an]?|' +
    'кг|кило(?:грамм(?:а|ов)?)?|кіло(?:грам(?:а|и|ів)?)?|ק["”״]?ג|קילו(?:גרם)?|كجم|كلغ|كغم?|كيلو(?:جرام|غرام|[ \\u200c]?گرمي?|يي)?|किलो(?:ग्राम)?|किग्रा|केजी|กก|(?:กิ)?โล(?:กรัม)?|公斤|千克|キロ(?:グラム)?|[킬키]로(?:그램)?',
  g:
    'gr|gam|grams?|gramlik|gramm(?:os)?|grammes?|gramos?|gramas?|grammi|gramy|gramow|gramov|gramai|gramu|gramma[an]?|' +
    'г|гр|грамм(?:а|ов)?|грам(?:а|и|ів)?|גר(?:ם|מים)?|جم|غم?|جرام|غرام|گرمي?|ग्राम|กรัม|克|グラム|그램',
  // `21st` is no quantity, and `er` is one only within `6er`. `ct` may be carats, which hardly any product has in pieces,
  // too.
  piece:
    'pcs?|pces?|pieces?|ct|count|(?<!1)st|(?<![1 ])er|stk|stuck|stueck|stuks?|uds?|unidad(?:es?)?|unites?|pz|pezz[io]|szt|sztuk[ai]?|' +
    'ks|kus(?:y|u|ov)?|kom|komad[ai]?|vnt|vienet(?:as|ai|u)|unitats?|adet|kpl|buc|bucati|darab|шт|штук[аи]?|ком|комад[аи]?|бр|броя|' +
    'יח|יחיד(?:ה|ות)|حب[ةه]|حبات|قطع[ةه]?|عددي?|buah|biji|chiec|पीस|नग|ชิ้น|อัน|개입?|피스',
  pack: 'pks?|packs?',
  quart: 'qts?|quarts?',
  pint: 'pts?|pints?',
  gauge: 'ga|gauges?',
  k: 'kelvins?',
  lumen: 'lms?|lumens?|lumenes|lumenow|лм|люмен(?:а|ов|ів)?|流明|ルーメン|루멘',
  percent:
    '%|percent|pct|prozent|procent[aou]?|pour ?cents?|por ?ciento|por ?cento|per ?cento|процент(?:а|ов|и|ів)?|درصد|प्रतिशत|パーセント|퍼센트',
  db:
    'decibel(?:s|es|ios?|[uy])?|decibeis|dezibel|decybel(?:e|i|ow)?|desibel(?:i[an]?)?|' +
    'дб|децибел(?:а|и|ов|ів)?|דציבל|ديسيبل|分贝|デシベル|데시벨',
  gb: 'гб|ג["”״]?ב|גיגה(?:בייט)?|[جغ]ي[جغ]ا(?:بايت)?|گيگ(?:ابايتي?)?|जीबी|기가(?:바이트)?',
  mb: 'мб|مگابايت',
  tb: 'тб|ترابايت',
  mah: 'мач|ميلي[ \\u200c]?امپر(?:[ \\u200c]?ساعتي?)?|毫安时?',
};

/** Units that are written the same everywhere. */
export const SYMBOLS = 'mm|cm|km|kg|mg|ml|cl|kb|gb|tb|mb|mah|ah|hz|khz|mhz|ghz|kw|kwh|wh|kv|mv|db|rpm|psi|hp';

/** Units whose amounts have no three decimals: `1.200 mAh` are more than a thousand. */
export const UNITS_WITHOUT_DECIMALS = 'mah|wh|va|w|вт|watts?|rpm|lm|lumens?|psi|btus?|cfm';

/** Units whose amounts have no three zeros as decimals: `1,000 mg` are a thousand, but `1,000 kg` may be one kilogram. */
export const COUNTED_UNITS = 'mg|ml|мл|iu|ui|ie|ме|мо|hz|gram\\p{L}*|грамм\\p{L}*';

/** Units of one letter. `5g` is no weight. `в` may be the preposition of `3 в 1`. */
export const LETTERS: Readonly<Record<string, string>> = {
  v: 'volt',
  w: 'watt',
  a: 'amp',
  l: 'liter',
  m: 'meter',
  в: 'volt',
};

/** The Latin letter of each unit that has one. */
export const LETTER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS).flatMap(([letter, unit]) => (letter === 'в' ? [] : [[unit, letter]])),
);

/** One alternative of a pattern, with its groups. */
const ALTERNATIVE = /(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^|()])+/g;
const NAMES = [...Object.values(FORMS), SYMBOLS].join('|').match(ALTERNATIVE) ?? [];

/** The names of units as a part of a regular expression: all, and those in ASCII. */
export const UNIT_WORDS = NAMES.join('|');
export const ASCII_UNIT_WORDS = NAMES.filter((name) => !BEYOND_ASCII.test(name)).join('|');

const FORM_PATTERNS = Object.entries(FORMS).map(([form, written]) => [form, new RegExp(`^(?:${written})$`)] as const);

/** The canonical form of a unit word in lower case. */
export const formOfWord = cachedByWord((word) => FORM_PATTERNS.find(([, pattern]) => pattern.test(word))?.[0] ?? word);
