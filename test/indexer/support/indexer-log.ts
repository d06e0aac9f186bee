/** Waits for lines in the log of an indexer, and finds its rebuilds there. */
import type { Log, LogLine } from '../../../dev/processes/process-log.ts';

/** Resolves to the next line that matches. Lines that are already in the log don't count. */
export function nextLine(running: Log, matches: (line: LogLine) => boolean): Promise<LogLine> {
  const before = new Set(running.log);
  return running.line((line) => !before.has(line) && matches(line));
}

/** Resolves to the first line after `earlier` that matches. It may already be in the log. */
export function lineAfter(running: Log, earlier: LogLine, matches: (line: LogLine) => boolean): Promise<LogLine> {
  return running.line((line) => matches(line) && running.log.indexOf(line) > running.log.indexOf(earlier));
}

const isStart = ({ msg }: LogLine): boolean => msg === 'a rebuild is needed';

/** Whether a log line is the first one of a rebuild for this reason. */
export const startsRebuild =
  (reason: RegExp) =>
  (line: LogLine): boolean =>
    isStart(line) && reason.test(String(line.reason));

/** The first log line of each rebuild. */
export const rebuildsOf = (indexer: Log): readonly LogLine[] => indexer.log.filter(isStart);

/** Resolves when the indexer has logged a rebuild for this reason, and then that it follows the new index. */
export async function rebuiltAndFollowed(indexer: Log, reason: RegExp): Promise<void> {
  const start = await indexer.line(startsRebuild(reason));
  const live = await lineAfter(indexer, start, ({ msg }) => msg === 'the new index is live');
  await lineAfter(indexer, live, ({ msg }) => msg === 'following');
}
