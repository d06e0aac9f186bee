/** What a terminal shows. */

/** A code begins with Escape, a control character. */
const CODES = /\n|\p{Cc}(?:[78]|\[\??\d*[A-Za-z])|./gsu;

/** Returns the rows of a terminal that has received this text. Knows the codes that cli-progress writes. */
export function screenOf(text: string, columns = 80): readonly string[] {
  const rows: string[][] = [];
  let [row, column, wraps] = [0, 0, true];
  let saved: readonly [row: number, column: number] = [0, 0];
  const cells = (): string[] => {
    const found = rows[row] ?? [];
    rows[row] = found;
    return found;
  };

  function put(character: string): void {
    if (column === columns && wraps) [row, column] = [row + 1, 0];
    if (column === columns) column -= 1;
    cells()[column] = character;
    column += 1;
  }

  const effects: Readonly<Record<string, () => void>> = {
    '\n': () => {
      [row, column] = [row + 1, 0];
    },
    '\u001b7': () => {
      saved = [row, column];
    },
    '\u001b8': () => {
      [row, column] = saved;
    },
    '\u001b[1G': () => {
      column = 0;
    },
    '\u001b[0K': () => cells().splice(column),
    '\u001b[2K': () => cells().splice(0),
    '\u001b[?7l': () => {
      wraps = false;
    },
    '\u001b[?7h': () => {
      wraps = true;
    },
    '\u001b[?25l': () => undefined,
    '\u001b[?25h': () => undefined,
  };
  for (const [code] of text.matchAll(CODES)) {
    const effect = effects[code];
    if (effect !== undefined) effect();
    else if (code.length > 1) throw new Error(`unknown code ${JSON.stringify(code)}`);
    else put(code);
  }
  return Array.from(rows, (cells = []) => Array.from(cells, (character = ' ') => character).join(''));
}
