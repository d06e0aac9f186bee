/** Renders a table as text: columns padded with spaces, and a line below the head. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((text, column) => Math.max(text.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, widths.map((width) => '─'.repeat(width)), ...rows].map((cells) => line(cells).trimEnd()).join('\n');
}
