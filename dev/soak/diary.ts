/** What happens during a soak, in order: counted, told in a line, and written to a file where one is given. */
import { appendFileSync, writeFileSync } from 'node:fs';

export interface Diary {
  /** Something that was done, counted under its name; only the file tells each. */
  note(what: string, details?: string): void;
  /** Something worth a line on the screen, too. */
  tell(what: string, details?: string): void;
  /** An invariant does not hold: the soak goes on, and has failed. */
  fail(what: string, details: string): void;
  readonly failures: readonly string[];
  count(what: string): number;
  /** How often each thing was done, as lines in columns. */
  table(): string;
}

const MOST_TOLD_OF_A_KIND = 5;

/** `say` gets the lines for the screen; `file` is begun anew. */
export function openDiary(say: (line: string) => void, file: string | undefined): Diary {
  const startedMs = performance.now();
  const counts = new Map<string, number>();
  const failures: string[] = [];
  if (file !== undefined) writeFileSync(file, '');

  function note(what: string, details = ''): string {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const line = `${((performance.now() - startedMs) / 1000).toFixed(2).padStart(8)} s  ${what} ${details}`.trimEnd();
    if (file !== undefined) appendFileSync(file, `${line}\n`);
    return line;
  }

  return {
    note,
    tell: (what, details) => say(note(what, details)),
    fail(what, details) {
      const line = note(`FAILED: ${what}`, details);
      failures.push(`${what}: ${details}`);
      if ((counts.get(`FAILED: ${what}`) ?? 0) <= MOST_TOLD_OF_A_KIND) say(line);
    },
    failures,
    count: (what) => counts.get(what) ?? 0,
    table() {
      const rows = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const width = Math.max(0, ...rows.map(([what]) => what.length));
      return rows.map(([what, count]) => `${what.padEnd(width)}  ${String(count).padStart(8)}`).join('\n');
    },
  };
}
