/** The rebuilds of a running indexer, from its log. */
import type { Log, LogLine } from '../../../dev/processes/process-log.ts';
import { lineAfter } from './steps.ts';

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
