/** What an operator asks of the indexers during a soak: reindexes, rollbacks and pauses. */

import { SCHEMA_VERSION } from '../../indexer/checkpoint/schema-version.ts';
import type { Jobs } from '../../indexer/operations/jobs.ts';
import { sleep } from '../../src/runtime/retry.ts';
import type { Random } from '../catalogue/random.ts';
import { untilSucceeds } from '../engines/waiting.ts';
import type { Log } from './log.ts';

export interface Operator {
  /** Asks for an operation, or for none. An outage or an operation that is still open may prevent it. */
  mayAskForOperation(random: Random): Promise<void>;
  /** Pauses the indexers for some time, or not at all. Resolves when they are resumed. Throws when that fails. */
  mayPause(random: Random, until: AbortSignal): Promise<void>;
}

const OPERATION = 0.25;
const KINDS = ['reindex', 'reindex', 'reindex', 'rollback'] as const;
const PAUSE = 0.15;
const PAUSED_MS = { least: 0, most: 15_000 };
const RESUMED_WITHIN_MS = 120_000;

export function createOperator(jobs: Jobs, log: Log): Operator {
  return {
    async mayAskForOperation(random) {
      if (!random.chance(OPERATION)) return;
      const kind = random.pick(KINDS);
      await jobs.request({ kind, schemaVersion: SCHEMA_VERSION }).then(
        () => log.tell(`${kind} asked for`),
        () => log.note(`${kind} could not be asked for`),
      );
    },

    async mayPause(random, until) {
      if (!random.chance(PAUSE)) return;
      const pausedMs = random.integer(PAUSED_MS.least, PAUSED_MS.most);
      await jobs.setPaused(true).then(
        () => log.tell('indexers paused', `for ${(pausedMs / 1000).toFixed(1)} s`),
        () => log.note('indexers could not be paused'),
      );
      await sleep(pausedMs, until);
      // Also after a pause that failed: MongoDB may have stored it.
      await untilSucceeds('the indexers are not resumed', RESUMED_WITHIN_MS, () => jobs.setPaused(false));
      log.note('indexers resumed');
    },
  };
}
