/** The logger of a process: JSON lines, by default on standard output. Values that may be secrets are redacted. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { isError } from './is-error.ts';
import { withTimeout } from './retry.ts';

export type { Logger } from 'pino';

/**
 * The paths of secrets in log lines. None has a wildcard, for which pino would search every line: that costs more than
 * writing the line.
 */
const SECRET_PATHS = ['req.headers.authorization', 'headers.authorization', 'authorization', 'token', 'apiKey'];

/** The class names of Meilisearch's client are minified, so the type of an error is its `name`. */
const serialiseError = (error: unknown): unknown =>
  isError(error) ? { ...pino.stdSerializers.err(error), type: error.name } : error;

/** Lines are buffered up to this size, and for this time. */
const BATCH_BYTES = 8192;
const BATCH_MS = 100;
/** Lines that can't be written, as on a full disk, wait up to this size. Further ones are dropped. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

/**
 * Standard output for a service, with buffered writes. At thousands of lines per second, one write per line would cost
 * as much as a response from memory. The buffer is written when the process ends; only `kill -9` loses the last lines.
 * A log that can't be written never ends the process.
 */
export function batchedOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: BATCH_BYTES,
    maxLength: MAX_BUFFERED_BYTES,
    periodicFlush: BATCH_MS,
  });
  // Without a listener, the error would be thrown. The next flush writes the same lines again.
  output.on('error', () => undefined);
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    try {
      flushSync();
    } catch {
      // Thrown while the process exits, this would look like a failure of the program.
    }
  };
  return output;
}

/**
 * Resolves when all log lines are written, when they can't be, or after the time limit. Await it before a process ends;
 * what is left is written while the process exits. This needs sonic-boom 5: before, a flush during a write waited for
 * that write alone, and the exit retried for ever if the reader was gone.
 */
export const flushLog = (logger: Logger, timeoutMs: number): Promise<void> =>
  withTimeout(timeoutMs, new Promise<void>((resolve) => logger.flush(() => resolve())), undefined);

/**
 * Creates the logger of a process. `name` identifies the process; `level` is a level of pino; `destination` is where
 * the lines go, by default standard output.
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: { paths: SECRET_PATHS, censor: '[secret]' },
    serializers: { err: serialiseError },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
