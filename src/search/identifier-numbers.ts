/**
 * Identifiers as numbers, so that those with one beginning stand side by side: the engine finds a range of numbers at once, where it
 * looks through all texts of all merchants for a beginning (7 ms with 200,000 products). Pure functions.
 *
 * Each nine characters are a number, since so many fit into one exactly, and the second nine are in a zone of their own. What is found
 * has to be looked at once more: characters beyond digits and Latin letters share their codes, and a product has several identifiers.
 */
const CHARACTERS = 9;
const BASE = 37;
const ZONE = BASE ** CHARACTERS;

const PLAIN = '0123456789abcdefghijklmnopqrstuvwxyz';

/** 1 to 36; 0 is no character. */
function codeOf(character: string): number {
  const code = PLAIN.indexOf(character);
  return 1 + (code === -1 ? (character.codePointAt(0) ?? 0) % PLAIN.length : code);
}

interface Range {
  readonly least: number;
  readonly most: number;
}

/** The numbers of an identifier. */
export const identifierNumbers = (key: string): number[] => identifierRanges(key).map(({ least }) => least);

/** Where the numbers of identifiers that begin so are: one of theirs in each range. */
export function identifierRanges(beginning: string): Range[] {
  const codes = [...beginning].map(codeOf);
  return Array.from({ length: Math.ceil(codes.length / CHARACTERS) }, (_, zone) => {
    const own = codes.slice(zone * CHARACTERS, (zone + 1) * CHARACTERS);
    const open = BASE ** (CHARACTERS - own.length);
    const least = zone * ZONE + own.reduce((number, code) => number * BASE + code, 0) * open;
    return { least, most: least + open - 1 };
  });
}
