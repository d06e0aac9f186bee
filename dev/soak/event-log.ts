/** Counts the events of a soak, prints the most important ones, and writes all of them to a file. */
import { appendFileSync } from 'node:fs';

export interface EventLog {
  /** Prints a line that is no event. */
  say(line: string): void;
  /** Counts an event by its name, and writes it to the file. */
  record(what: string, details?: string): void;
  /** Records an event and prints it. */
  print(what: string, details?: string): void;
  /** Records that an invariant does not hold. The soak goes on, and fails at its end. */
  fail(what: string, details: string): void;
  /** The number of failures so far. */
  failures(): number;
  count(what: string): number;
  /** Renders a table of events and their counts. */
  table(): string;
}

const MAX_PRINTED_OF_A_KIND = 5;

/** `say` prints a line. */
export function openEventLog(say: (line: string) => void, file: string): EventLog {
  const startedMs = performance.now();
  const counts = new Map<string, number>();
  let failures = 0;

  function record(what: string, details = ''): string {
    counts.set(what, (counts.get(what) ?? 0) + 1);
    const line = `${((performance.now() - startedMs) / 1000).toFixed(2).padStart(8)} s  ${what} ${details}`.trimEnd();
    appendFileSync(file, `${line}\n`);
    return line;
  }

  return {
    say,
    record,
    print: (what, details) => say(record(what, details)),
    fail(what, details) {
      const line = record(`FAILED: ${what}`, details);
      failures += 1;
      if ((counts.get(`FAILED: ${what}`) ?? 0) <= MAX_PRINTED_OF_A_KIND) say(line);
    },
    failures: () => failures,
    count: (what) => counts.get(what) ?? 0,
    table() {
      const rows = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const width = Math.max(0, ...rows.map(([what]) => what.length));
      return rows.map(([what, count]) => `${what.padEnd(width)}  ${String(count).padStart(8)}`).join('\n');
    },
  };
}
