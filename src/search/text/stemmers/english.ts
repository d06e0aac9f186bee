/**
 * Stems of English words: Porter's, with the plurals that are irregular or that Porter's rules miss, with American
 * spellings in place of British ones, with materials for what is made of them, and with small numbers in digits.
 */
import { stemmer } from '@orama/stemmers/english';
import { irregularForms, otherInitialsOf, patternOfAny } from './irregular-forms.ts';

/**
 * `mens` is how shoppers write `men's`. `children` isn't here: a `child bike seat` is no bike for children, and the
 * judged queries have such cases. Nor is `ten`, which begins `tent`.
 */
const IRREGULAR = irregularForms(`
  man/men/mens woman/women/womens snowman/snowmen gentleman/gentlemen foot/feet tooth/teeth goose/geese mouse/mice
  knife/knives wife/wives disk/disc/discs program/programme/programmes vise/vice/vices
  whiskey/whisky/whiskies wood/wooden wool/woolen gold/golden
  2/two 3/three 4/four 5/five 6/six 7/seven 8/eight 9/nine 11/eleven 12/twelve 15/fifteen 16/sixteen 20/twenty`);

/** The beginnings of words in American and in British spelling. */
const AMERICAN = irregularForms(`
  arbor/arbour armor/armour behavior/behaviour clamor/clamour color/colour favor/favour flavor/flavour glamor/glamour
  harbor/harbour honor/honour humor/humour labor/labour multicolor/multicolour neighbor/neighbour odor/odour
  parlor/parlour rumor/rumour savor/savour vapor/vapour vigor/vigour watercolor/watercolour center/centre
  centimeter/centimetre caliber/calibre fiber/fibre kilometer/kilometre liter/litre louver/louvre louvered/louvred
  luster/lustre meter/metre millimeter/millimetre miter/mitre mitered/mitred saber/sabre theater/theatre
  adapter/adaptor airplane/aeroplane aluminum/aluminium analog/analogue anodiz/anodis atomiz/atomis barbecue/barbeque
  carburetor/carburettor catalog/catalogue check/cheque checker/chequer chili/chilli cozy/cosy curb/kerb
  customiz/customis defense/defence donut/doughnut draft/draught energiz/energis gray/grey ioniz/ionis
  jewelry/jewellery lasagna/lasagne license/licence licorice/liquorice liquidiz/liquidis mold/mould mustache/moustache
  offense/offence omelet/omelette orthoped/orthopaed oxidiz/oxidis pajama/pyjama pediatr/paediatr plow/plough
  practic/practis racket/racquet standardiz/standardis sulf/sulph tire/tyre woolen/woollen yogurt/yoghurt`);
/** `chilling` isn't `chilli`. */
const SPELLING = new RegExp(`^(?:${patternOfAny(AMERICAN.keys())})(?!ng)`);
/** The `s` of `polarised` and `analyse`, but not of `promised` and `exercise`. */
const BRITISH_S = /(?<=[a-z]{2}(?:[aei]l|[ai]ll|[aeio]n|[aeou]r|[eio]t|im)i|[ao]ly)s(?=e[drs]?$|ers$|ing$|ations?$)/;

/** `detecter` and `connecter` are `detector` and `connector`. */
const MISSPELT_OR = /(?<=[eou]ct)er(?=s?$)/;

/** `bookshelves`, but neither `valves` nor `gloves`. `leave` is another word than `leaf`. */
const PLURAL_OF_F = /(?<=shel|scar|wol|loa|lea|hal|cal|thie|hoo|dwar|^el)ves$/;
/** `ties`: after one letter, Porter's rules make it `ti`. */
const SHORT_PLURAL_OF_IE = /^([a-z]ie)s$/;
/** `flies`: Porter's rules keep the `y` of `fly`. */
const SHORT_PLURAL_OF_Y = /^([^aeiou]{2})ies$/;

/** Nouns whose last letters aren't an ending, with the forms that Porter's rules miss: a `bearing` isn't a `bear`. */
const WITHOUT_ENDING = irregularForms(`
  atlas bus/buses cactus canvas gas/gases iris lens octopus thermos trellis virus walrus bearing/bearings bedding
  bowling boxing clothing/clothes coating/coatings dressing/dressings earring/earrings/earing/earings icing/icings
  legging/leggings oring/orings stocking/stockings topping/toppings training`);

/** See `Analyzer.otherInitials`. */
export const OTHER_INITIALS_ENGLISH = otherInitialsOf(IRREGULAR, AMERICAN, WITHOUT_ENDING);

/** Endings that Porter's rules remove. While one is typed, the word is longer than its stem: `decora` than `decor`. */
export const ENDINGS_ENGLISH = 'ing ation ative ator able ible ity ment ness ence ance ical ized'.split(' ');

export const stemEnglish = (word: string): string => WITHOUT_ENDING.get(word) ?? stemmer(singularOf(inAmerican(word)));

const inAmerican = (word: string): string =>
  word
    .replace(SPELLING, (start) => AMERICAN.get(start) ?? start)
    .replace(BRITISH_S, 'z')
    .replace(MISSPELT_OR, 'or');

const singularOf = (word: string): string =>
  IRREGULAR.get(word) ??
  word.replace(PLURAL_OF_F, 'f').replace(SHORT_PLURAL_OF_IE, '$1').replace(SHORT_PLURAL_OF_Y, '$1y');
