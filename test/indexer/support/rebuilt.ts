/** Waits until the indexer has rebuilt its index. */
import type { Log, LogLine } from '../../../dev/process-log.ts';
import { lineAfter } from './steps.ts';

/** Resolves when the indexer has logged a rebuild for this reason, and then that it follows the new index. */
export async function rebuiltAndFollowed(indexer: Log, reason: RegExp): Promise<void> {
  const isStart = (line: LogLine) => line.msg === 'a rebuild is needed' && reason.test(String(line.reason));
  const live = await lineAfter(indexer, await indexer.line(isStart), ({ msg }) => msg === 'the new index is live');
  await lineAfter(indexer, live, ({ msg }) => msg === 'following');
}
