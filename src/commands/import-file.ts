/**
 * `import`: imports JSON Lines. The first signal stops reading; the lines read so far are written. A second one ends
 * the process.
 */
import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { importRecords } from '../catalogue/import/import.ts';
import { InputFault } from '../catalogue/import/input-lines.ts';
import { TRYING_AGAIN } from '../engines/mongodb/retry-election.ts';
import { unendedCommand } from '../engines/mongodb/unended-command.ts';
import { printable, printNotice, printResult, type Shell } from '../runtime/command-line/command-line.ts';
import { createProgress } from '../runtime/command-line/progress.ts';
import { EXIT, onStopSignals } from '../runtime/lifecycle.ts';
import { withCatalogue } from './with-catalogue.ts';

/**
 * `file` is a path, or - for standard input. Resolves to the exit code: 1 if a line was skipped, or if the import was
 * stopped.
 */
export const importFile = (shell: Shell, file: string): Promise<number> =>
  withCatalogue(shell, async (catalogue) => {
    let input: Readable | undefined;
    const progress = createProgress({ what: 'import', unit: 'lines', output: shell.stderr });
    const [stopping, ended] = [new AbortController(), new AbortController()];
    const removeHandlers = onStopSignals(() => {
      if (stopping.signal.aborted) process.exit(EXIT.failure);
      progress.say('Stopping after the lines read so far. Run the same import again to continue.');
      stopping.abort();
    });
    const startedAtMs = performance.now();
    let writtenLines = 0;
    try {
      // A MongoDB that isn't there at the start is no election to wait for.
      await catalogue.database.command({ ping: 1 });
      input = file === '-' ? shell.stdin : openFile(file);
      const importing = importRecords({
        catalogue,
        input,
        onBadLine: (line, reason) => progress.say(printable(`line ${line}: ${reason}`)),
        onUnknownField: (kind, field) =>
          progress.say(printable(`warning: a ${kind} has no field ${field}, so it is ignored`)),
        onProgress({ lines, written }) {
          writtenLines = written;
          progress.update(lines, null);
        },
        onRetry: () => progress.say(TRYING_AGAIN),
        stopping: stopping.signal,
      });
      const unended = unendedCommand(catalogue.database.client, ended.signal);
      // A bar that isn't ended keeps the process alive.
      const { lines, written, skipped } = await Promise.race([importing, unended]).finally(progress.end);
      const seconds = Math.max(0.001, (performance.now() - startedAtMs) / 1000);
      const rate = `in ${seconds.toFixed(1)} s (${Math.round(lines / seconds)} lines/s)`;
      printResult(shell, `${lines} lines: ${written} written, ${skipped} skipped, ${rate}`);
      return skipped > 0 || stopping.signal.aborted ? EXIT.failure : EXIT.success;
    } catch (error) {
      if (!(error instanceof InputFault)) {
        printNotice(shell, `${writtenLines} lines are written. Run the same import again to continue.`);
        throw error;
      }
      printNotice(shell, `${file} cannot be read: ${error.message}; ${writtenLines} lines are imported`);
      return EXIT.failure;
    } finally {
      ended.abort();
      removeHandlers();
      input?.destroy();
    }
  });

/**
 * Opens a file, or a FIFO such as that of `<(…)` in a shell. A blocking open of a FIFO without a writer could not be
 * stopped, and would even keep the process from ending. The error of a missing file is that of the stream.
 */
function openFile(file: string): Readable {
  if (statSync(file, { throwIfNoEntry: false })?.isFIFO() !== true) return createReadStream(file);
  return new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), readable: true });
}
