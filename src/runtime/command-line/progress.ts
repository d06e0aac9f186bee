/**
 * Shows the progress of long work with its rate and the time left: a bar on a terminal, else a line every few seconds.
 */
import type { Writable } from 'node:stream';
import { MultiBar, Presets, type SingleBar } from 'cli-progress';

export interface Progress {
  /** `done` of `total` units so far; `total` is null if unknown. Cheap enough to call for each batch. */
  update(done: number, total: number | null): void;
  /** Writes a line to the output, above the bar. */
  say(line: string): void;
  /** Draws the bar a last time, or writes the last line. */
  end(): void;
}

interface ProgressOptions {
  readonly what: string;
  readonly unit: string;
  /** Usually standard error, because standard output is for results. */
  readonly output: Writable & { readonly isTTY?: boolean };
  /** Units that were done before. They don't count for the rate. */
  readonly from?: number;
}

const LINE_EVERY_MS = 5000;

export function createProgress(options: ProgressOptions): Progress {
  return options.output.isTTY ? createBar(options) : createLines(options);
}

function createBar({ what, unit, output, from = 0 }: ProgressOptions): Progress {
  const startedAtMs = performance.now();
  const rate = (done: number) =>
    Math.round(sinceStart(done, from) / Math.max(0.001, (performance.now() - startedAtMs) / 1000));
  const withTotal = `${what} {bar} {percentage}% | {value}/{total} ${unit} | {rate}/s | {eta_formatted} left`;
  const withoutTotal = `${what} {value} ${unit} | {rate}/s`;
  // A SingleBar restores the position of the cursor from its start, so what follows it would overwrite lines. With
  // `forceRedraw`, the bar is also drawn below a line if it is the same as before.
  const options = { stream: output, hideCursor: true, linewrap: true, forceRedraw: true, etaBuffer: 50 };
  const bars = new MultiBar(options, Presets.shades_classic);
  let bar: SingleBar | undefined;
  return {
    update(done, total) {
      const format = total === null ? withoutTotal : withTotal;
      bar ??= bars.create(total ?? Math.max(1, done), from, { rate: 0 }, { format });
      if (total !== null) bar.setTotal(total);
      bar.update(done, { rate: rate(done) });
    },
    say(line) {
      if (!bars.isActive) {
        output.write(`${line}\n`);
        return;
      }
      bars.log(`${line}\n`);
      bars.update();
    },
    end() {
      if (bars.isActive) bars.stop();
    },
  };
}

function createLines({ what, unit, output, from = 0 }: ProgressOptions): Progress {
  const startedAtMs = performance.now();
  let printedAtMs = startedAtMs;
  let last: string | undefined;
  const line = (done: number, total: number | null) => {
    const seconds = Math.max(0.001, (performance.now() - startedAtMs) / 1000);
    const since = sinceStart(done, from);
    const rate = `${Math.round(since / seconds)}/s`;
    if (total === null) return `${what}: ${done} ${unit}, ${rate}\n`;
    const left = since > 0 && done < total ? `, ${durationOf((seconds / since) * (total - done))} left` : '';
    return `${what}: ${done} of ${total} ${unit}, ${rate}${left}\n`;
  };
  return {
    update(done, total) {
      last = line(done, total);
      if (performance.now() - printedAtMs < LINE_EVERY_MS) return;
      printedAtMs = performance.now();
      output.write(last);
      last = undefined;
    },
    say: (line) => void output.write(`${line}\n`),
    end() {
      if (last !== undefined) output.write(last);
    },
  };
}

/** Units that were done since the start: none if the work was begun again meanwhile. */
const sinceStart = (done: number, from: number): number => Math.max(0, done - from);

/** A duration for people: seconds up to a minute, minutes up to an hour, then hours and minutes. */
function durationOf(seconds: number): string {
  if (seconds <= 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
