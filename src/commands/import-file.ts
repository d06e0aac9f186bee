/**
 * `import`: imports JSON Lines. The first signal stops reading; the lines read so far are written. A second one ends
 * the process.
 */
import { createReadStream } from 'node:fs';
import { importRecords } from '../catalogue/import/import.ts';
import { isInputFault } from '../catalogue/import/input-lines.ts';
import { print, printable, type Shell, say } from '../runtime/command-line.ts';
import { EXIT, onStopSignals } from '../runtime/lifecycle.ts';
import { createProgress } from '../runtime/progress.ts';
import { withCatalogue } from './with-catalogue.ts';

/**
 * `file` is a path, or - for standard input. Resolves to the exit code: 1 if a line was skipped, or if the import was
 * stopped.
 */
export const importFile = (shell: Shell, file: string): Promise<number> =>
  withCatalogue(shell, async (catalogue) => {
    const stopping = new AbortController();
    const removeHandlers = onStopSignals(() => {
      if (stopping.signal.aborted) process.exit(EXIT.failure);
      say(shell, 'Stopping after the lines read so far. Run the same import again to continue.');
      stopping.abort();
    });
    const input = file === '-' ? shell.stdin : createReadStream(file);
    const progress = createProgress({ what: 'import', unit: 'lines', output: shell.stderr });
    const startedMs = performance.now();
    let writtenLines = 0;
    try {
      const importing = importRecords({
        catalogue,
        input,
        onBadLine: (line, reason) => say(shell, printable(`line ${line}: ${reason}`)),
        onUnknownField: (kind, field) =>
          say(shell, printable(`warning: a ${kind} has no field ${field}, so it is ignored`)),
        onProgress({ lines, written }) {
          writtenLines = written;
          progress.update(lines, null);
        },
        stopping: stopping.signal,
      });
      // A bar that isn't ended keeps the process alive.
      const { lines, written, skipped } = await importing.finally(progress.end);
      const seconds = Math.max(0.001, (performance.now() - startedMs) / 1000);
      const rate = `in ${seconds.toFixed(1)} s (${Math.round(lines / seconds)} lines/s)`;
      print(shell, `${lines} lines: ${written} written, ${skipped} skipped, ${rate}`);
      return skipped > 0 || stopping.signal.aborted ? EXIT.failure : EXIT.success;
    } catch (error) {
      if (!isInputFault(error)) {
        say(shell, `${writtenLines} lines are written. Run the same import again to continue.`);
        throw error;
      }
      say(shell, `${file} cannot be read completely: ${error.message}; the lines before that, if any, are imported`);
      return EXIT.failure;
    } finally {
      removeHandlers();
      input.destroy();
    }
  });
