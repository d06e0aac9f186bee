/** The final checks of a soak: the index catches up, and `verify` compares it with MongoDB. */
import type { Db } from 'mongodb';
import { leaseCollection, readLease } from '../../indexer/election/stored-lease.ts';
import { createDeadLetters } from '../../indexer/pipeline/dead-letters.ts';
import { createJobs } from '../../indexer/requests/jobs.ts';
import { isOpen } from '../../indexer/requests/operations.ts';
import { runProgram } from '../processes/launcher.ts';
import { untilSucceeds } from '../waiting.ts';
import type { EventLog } from './event-log.ts';

interface CheckOptions {
  readonly database: Db;
  readonly indexName: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly log: EventLog;
}

const CAUGHT_UP_WITHIN_MS = 300_000;
/** A report counts if MongoDB stored it at least this long after the wait began. */
const FRESH_MS = 3000;

/**
 * Resolves when the leader reports that nothing is left to do. Throws after five minutes without such a report, or at
 * the signal.
 */
export async function untilCaughtUp({ database, indexName, log }: CheckOptions, stopping: AbortSignal): Promise<void> {
  const jobs = createJobs(database, indexName);
  const startedMs = performance.now();
  const leases = leaseCollection(database);
  const assertCaughtUp = async () => {
    const { report, reportAgeMs } = await readLease(leases, indexName);
    const isFresh = reportAgeMs !== null && performance.now() - startedMs - reportAgeMs > FRESH_MS;
    const isRequested = isOpen(await jobs.operation());
    const isDone = report?.state === 'following' && report.lagMs === 0 && report.fanOuts === 0 && !isRequested;
    if (!isFresh || !isDone) throw new Error(JSON.stringify({ ...report, isRequested }));
  };
  await untilSucceeds('the index has not caught up', CAUGHT_UP_WITHIN_MS, assertCaughtUp, stopping);
  log.print('caught up', `after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** Runs `verify`. Every difference is a failure, except dead letters of products that no driver can read. */
export async function verifyAll({ database, indexName, variables, log }: CheckOptions): Promise<void> {
  const { code, stdout } = await runProgram('indexer/main.js', ['verify'], variables, { showsStderr: true });
  const [summary = '', ...found] = stdout.trim().split('\n');
  log.print('verify', `ended with code ${code}: ${summary}`);
  const wrong = found.filter((line) => line.split('\t')[1] !== 'dead letter');
  if (wrong.length > 0 || (code !== 0 && found.length === 0))
    log.fail('verify found differences', [summary, ...wrong].join('\n'));
  for await (const letters of createDeadLetters(database, indexName).pages())
    for (const { productId, reason } of letters) {
      if (productId.startsWith('unreadable-'))
        log.record('unreadable product dead-lettered', `${productId}: ${reason}`);
      else log.fail('a readable product is dead-lettered', `${productId}: ${reason}`);
    }
}
