/** The log of a process while it runs: lines to wait for, and everything that was written. */

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface Log {
  /** The JSON log lines so far. */
  readonly log: readonly LogLine[];
  /** All that was written. */
  output(): string;
  /** The first log line that fits, now or when it comes. Throws when the log ends before. */
  line(fits: (line: LogLine) => boolean): Promise<LogLine>;
}

export interface WrittenLog extends Log {
  /** Takes a piece of a stream, which need not end with a line. */
  write(source: unknown, piece: string): void;
  end(): void;
}

/** `name` is who logs, for the message where a line never comes. */
export function createLog(name: string): WrittenLog {
  const log: LogLine[] = [];
  const rests = new Map<unknown, string>();
  const waiting = new Set<() => void>();
  let output = '';
  let hasEnded = false;

  function wakeAll(): void {
    for (const wake of waiting) wake();
    waiting.clear();
  }

  return {
    log,
    output: () => output,
    async line(fits) {
      for (;;) {
        const found = log.find(fits);
        if (found !== undefined) return found;
        if (hasEnded) throw new Error(`${name} ended before it said so:\n${output}`);
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    write(source, piece) {
      output += piece;
      const lines = ((rests.get(source) ?? '') + piece).split('\n');
      rests.set(source, lines.pop() ?? '');
      log.push(...lines.flatMap(parseLine));
      wakeAll();
    },
    end() {
      hasEnded = true;
      wakeAll();
    },
  };
}

function parseLine(line: string): LogLine[] {
  try {
    return [JSON.parse(line) as LogLine];
  } catch {
    return [];
  }
}
