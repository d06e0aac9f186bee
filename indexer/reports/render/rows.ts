/** Renders rows as lines of text with aligned columns. */

/** Renders a line for each row. Pads each cell to the width of its column, except in the last column. */
export function renderRows(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).slice(0, -1).map((_cell, column) => widthOf(column));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
