/** Collects the output of a process, and waits for log lines. */

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  /** The error that the line reports. */
  readonly err?: { readonly message: string };
  readonly [field: string]: unknown;
}

export interface Log {
  /** The JSON log lines so far. */
  readonly log: readonly LogLine[];
  /** All output. */
  output(): string;
  /**
   * Resolves to the first matching log line, past or future. Throws an error with the last lines if the output ends
   * before, or after `limitMs`. Default: two minutes.
   */
  line(fits: (line: LogLine) => boolean, limitMs?: number): Promise<LogLine>;
}

export interface WrittenLog extends Log {
  /** Adds a chunk of a stream. Lines may span chunks. */
  write(source: unknown, chunk: string): void;
  end(): void;
}

/** Shorter than the timeout of a test, so that a test that waits in vain shows what the process logged instead. */
const LINE_LIMIT_MS = 120_000;

const LAST_LINES = 30;

/** `name`: the process, for the error message. */
export function createLog(name: string): WrittenLog {
  const log: LogLine[] = [];
  const partialLines = new Map<unknown, string>();
  const waiting = new Set<() => void>();
  let output = '';
  let hasEnded = false;

  const last = () => output.trimEnd().split('\n').slice(-LAST_LINES).join('\n');

  function wakeAll(): void {
    for (const wake of waiting) wake();
    waiting.clear();
  }

  return {
    log,
    output: () => output,
    async line(fits, limitMs = LINE_LIMIT_MS) {
      let isLate = false;
      const limit = setTimeout(() => {
        isLate = true;
        wakeAll();
      }, limitMs).unref();
      try {
        for (;;) {
          const found = log.find(fits);
          if (found !== undefined) return found;
          if (hasEnded)
            throw new Error(`${name} ended before it logged a line with ${fits}. Its last lines:\n${last()}`);
          if (isLate)
            throw new Error(`${name} logged no line with ${fits} in ${limitMs} ms. Its last lines:\n${last()}`);
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      } finally {
        clearTimeout(limit);
      }
    },
    write(source, chunk) {
      output += chunk;
      const lines = ((partialLines.get(source) ?? '') + chunk).split('\n');
      partialLines.set(source, lines.pop() ?? '');
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
