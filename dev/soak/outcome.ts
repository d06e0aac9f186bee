/** The end of a soak: everything runs again, the index catches up, and `verify` says whether it is true. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Db } from 'mongodb';
import { leaseCollection, readLease } from '../../indexer/leadership/lease.ts';
import { createReindexRequests, isOpen } from '../../indexer/operations/requests.ts';
import { createDeadLetters } from '../../indexer/pipeline/dead-letters.ts';
import { pause } from '../../src/platform/retry.ts';
import type { Diary } from './diary.ts';

interface OutcomeOptions {
  readonly database: Db;
  readonly indexName: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly projectFolder: string;
  readonly diary: Diary;
}

const CAUGHT_UP_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 500;
/** The leader's word is of a time before: let it speak again. */
const FRESH_MS = 3000;

/** Resolves when the leader says that nothing is left to do. Throws when it has not within five minutes. */
export async function untilCaughtUp(
  { database, indexName, diary }: OutcomeOptions,
  stopping: AbortSignal,
): Promise<void> {
  const requests = createReindexRequests(database, indexName);
  const startedMs = performance.now();
  const leases = leaseCollection(database);
  for (;;) {
    stopping.throwIfAborted();
    const { report, reportAgeMs } = await readLease(leases, indexName);
    const waitedMs = performance.now() - startedMs;
    const isFresh = reportAgeMs !== null && waitedMs - reportAgeMs > FRESH_MS;
    const isAsked = isOpen(await requests.current());
    if (isFresh && report?.state === 'following' && report.lagMs === 0 && report.fanOuts === 0 && !isAsked) break;
    if (waitedMs > CAUGHT_UP_WITHIN_MS)
      throw new Error(`the index has not caught up: ${JSON.stringify({ ...report, isAsked })}`);
    await pause(LOOK_EVERY_MS, stopping);
  }
  diary.tell('caught up', `after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** Runs `verify`; what it finds is a failure, but for dead letters of odd products. */
export async function verifyAll({
  database,
  indexName,
  variables,
  projectFolder,
  diary,
}: OutcomeOptions): Promise<void> {
  const child = spawn(process.execPath, ['dist/indexer/main.js', 'verify'], {
    cwd: projectFolder,
    env: variables,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const [summary = '', ...found] = output.trim().split('\n');
  diary.tell('verify', `ended with code ${code}: ${summary}`);
  const wrong = found.filter((line) => line.split('\t')[1] !== 'dead letter');
  if (wrong.length > 0 || (code !== 0 && found.length === 0))
    diary.fail('verify found differences', [summary, ...wrong].join('\n'));
  for await (const letters of createDeadLetters(database, indexName).pages())
    for (const { productId, reason } of letters) {
      if (productId.startsWith('odd-')) diary.note('odd product dead-lettered', `${productId}: ${reason}`);
      else diary.fail('a sound product is dead-lettered', `${productId}: ${reason}`);
    }
}
