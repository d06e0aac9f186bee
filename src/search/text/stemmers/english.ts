/**
 * Stems of English words: Porter's, with the plurals that are irregular or that Porter's rules miss, with American
 * spellings in place of British ones, and with small numbers in digits.
 */
import { stemmer } from '@orama/stemmers/english';

/**
 * `mens` is how shoppers write `men's`. `children` isn't here: a `child bike seat` is no bike for children, and the
 * judged queries have such cases.
 */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    men: 'man',
    mens: 'man',
    women: 'woman',
    womens: 'woman',
    snowmen: 'snowman',
    gentlemen: 'gentleman',
    feet: 'foot',
    teeth: 'tooth',
    geese: 'goose',
    mice: 'mouse',
    knives: 'knife',
    wives: 'wife',
    ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
  }),
);

/** The beginnings of words in British spelling, and their American spelling. */
const AMERICAN: ReadonlyMap<string, string> = new Map([
  ...'arm behavi clam col fav flav glam harb hum od rum sav vap vig'.split(' ').map(pairOf('our', 'or')),
  ...'caramel custom deodor energ equal fertil magnet miniatur moistur neutral organ oxid personal sanit stabil steril tender'
    .split(' ')
    .map(pairOf('is', 'iz')),
  ...Object.entries({
    ...{ aluminium: 'aluminum', calibre: 'caliber', catalogue: 'catalog', centre: 'center', chilli: 'chili' },
    ...{ cosy: 'cozy', defence: 'defense', doughnut: 'donut', fibre: 'fiber', grey: 'gray', jewellery: 'jewelry' },
    ...{ liquorice: 'licorice', mould: 'mold', moustache: 'mustache', plough: 'plow', pyjama: 'pajama' },
    ...{ racquet: 'racket', sulphate: 'sulfate', theatre: 'theater', tyre: 'tire', woollen: 'woolen' },
    ...{ yoghurt: 'yogurt' },
  }),
]);
/** `chilling` isn't `chilli`. */
const BRITISH = new RegExp(`^(?:${[...AMERICAN.keys()].join('|')})(?!ng)`);

function pairOf(british: string, american: string) {
  return (start: string) => [`${start}${british}`, `${start}${american}`] as const;
}

/** `bookshelves`, but neither `valves` nor `gloves`. `leave` is another word than `leaf`. */
const PLURAL_OF_F = /(?<=shel|scar|wol|loa|lea|hal|cal|thie|hoo|dwar|^el)ves$/;
/** `ties`: after one letter, Porter's rules make it `ti`. */
const SHORT_PLURAL_OF_IE = /^[a-z]ies$/;
/** `flies`: Porter's rules keep the `y` of `fly`. */
const SHORT_PLURAL_OF_Y = /^[^aeiou]{2}ies$/;

/** Singulars whose `s` isn't an ending. Their plurals add `es`. */
const IN_S = 'atlas bus cactus canvas gas iris lens octopus thermos virus walrus'.split(' ');
const STEMS_IN_S: ReadonlyMap<string, string> = new Map(
  IN_S.flatMap((word) => [
    [word, word],
    [`${word}es`, word],
  ]),
);

export const stemEnglish = (word: string): string =>
  STEMS_IN_S.get(word) ?? stemmer(singularOf(word.replace(BRITISH, (start) => AMERICAN.get(start) ?? start)));

function singularOf(word: string): string {
  if (!word.endsWith('s')) return IRREGULAR.get(word) ?? word;
  if (SHORT_PLURAL_OF_IE.test(word)) return word.slice(0, -1);
  if (SHORT_PLURAL_OF_Y.test(word)) return `${word.slice(0, -3)}y`;
  return IRREGULAR.get(word) ?? word.replace(PLURAL_OF_F, 'f');
}
