/**
 * Identifiers as numbers. Identifiers with the same beginning are a range of numbers, which the engine finds at once.
 * As texts, the engine would scan the identifiers of all merchants. Pure functions.
 *
 * An identifier has as few numbers as possible, because the engine sorts all numbers of the index with each batch. Up
 * to fifteen digits, as in a barcode, are one number. Any other identifier has one number for its first ten characters,
 * as many as fit into a double exactly, and one for the next ten. Each kind has its own zone. Different identifiers can
 * share a number: characters beyond digits and Latin letters share codes, and characters after the twentieth are
 * ignored.
 */
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** How characters become a number: `base` - 1 different characters, and 0 for none. */
interface Zone {
  readonly from: number;
  readonly characters: number;
  readonly base: number;
}

const sizeOf = ({ characters, base }: Omit<Zone, 'from'>): number => base ** characters;

const DECIMAL = { characters: 15, base: 11 };
const ANY = { characters: 10, base: 37 };
const DIGITS_ZONE: Zone = { ...DECIMAL, from: -sizeOf(DECIMAL) };
/** For the first characters, and for those after them. */
const ANY_ZONES: readonly Zone[] = [
  { ...ANY, from: 0 },
  { ...ANY, from: -sizeOf(DECIMAL) - sizeOf(ANY) },
];

interface Range {
  readonly least: number;
  readonly most: number;
}

/** The numbers of an identifier. */
export function identifierNumbers(key: string): number[] {
  const ranges = isDecimal(key) ? [rangeOf([...key], DIGITS_ZONE)] : rangesOfAny(key);
  return ranges.map(({ least }) => least);
}

/** The ranges of identifiers with a beginning. Such an identifier has a number in each range of one of these lists. */
export function identifierRanges(beginning: string): readonly (readonly Range[])[] {
  const ofAny = rangesOfAny(beginning);
  return isDecimal(beginning) ? [[rangeOf([...beginning], DIGITS_ZONE)], ofAny] : [ofAny];
}

const isDecimal = (text: string): boolean => text.length <= DECIMAL.characters && /^[0-9]*$/.test(text);

function rangesOfAny(text: string): Range[] {
  const characters = [...text];
  return ANY_ZONES.flatMap((zone, at) => {
    const own = characters.slice(at * zone.characters, (at + 1) * zone.characters);
    return at === 0 || own.length > 0 ? [rangeOf(own, zone)] : [];
  });
}

/** All numbers of a zone that begin with these characters; the least is that of the characters alone. */
function rangeOf(characters: readonly string[], { from, characters: most, base }: Zone): Range {
  const open = base ** (most - characters.length);
  const least = from + characters.reduce((number, character) => number * base + codeOf(character), 0) * open;
  return { least, most: least + open - 1 };
}

/** 1 to 36; 0 is no character. */
function codeOf(character: string): number {
  const code = ALPHABET.indexOf(character);
  return 1 + (code === -1 ? (character.codePointAt(0) ?? 0) % ALPHABET.length : code);
}
