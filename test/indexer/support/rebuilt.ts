/** Waits for a rebuild of the indexer. */
import type { Log, LogLine } from '../../../dev/process-log.ts';
import { lineAfter } from './steps.ts';

/** Resolves when the indexer has said that it rebuilds for this reason, and then that it follows the new index. */
export async function rebuiltAndFollowed(indexer: Log, reason: RegExp): Promise<void> {
  const isBegun = (line: LogLine) => line.msg === 'building the index anew' && reason.test(String(line.reason));
  const isLive = await lineAfter(indexer, await indexer.line(isBegun), ({ msg }) => msg === 'the new index is live');
  await lineAfter(indexer, isLive, ({ msg }) => msg === 'following');
}
