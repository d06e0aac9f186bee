/** Collects the output of a process, and waits for log lines. */

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface Log {
  /** The JSON log lines so far. */
  readonly log: readonly LogLine[];
  /** All output. */
  output(): string;
  /** Resolves to the first matching log line, past or future. Throws if the output ends before. */
  line(fits: (line: LogLine) => boolean): Promise<LogLine>;
}

export interface WrittenLog extends Log {
  /** Adds a chunk of a stream. Lines may span chunks. */
  write(source: unknown, chunk: string): void;
  end(): void;
}

/** `name`: the process, for the error message. */
export function createLog(name: string): WrittenLog {
  const log: LogLine[] = [];
  const partialLines = new Map<unknown, string>();
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
        if (hasEnded) throw new Error(`${name} ended before it logged this line:\n${output}`);
        await new Promise<void>((resolve) => waiting.add(resolve));
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
