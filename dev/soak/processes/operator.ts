/** Random requests of an operator: reindexes, rollbacks and pauses. */
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import type { Jobs } from '../../../indexer/requests/jobs.ts';
import { sleep } from '../../../src/runtime/retry.ts';
import type { Random } from '../../random.ts';
import { untilSucceeds } from '../../waiting.ts';
import type { EventLog } from '../event-log.ts';

export interface Operator {
  /** Requests an operation, or none. An outage or an open operation may prevent it. */
  maybeRequestOperation(random: Random): Promise<void>;
  /** Pauses the indexers for some time, or not at all. Resolves when they are resumed. Throws if that fails. */
  maybePause(random: Random, until: AbortSignal): Promise<void>;
}

const OPERATION_CHANCE = 0.25;
const KINDS = ['reindex', 'reindex', 'reindex', 'rollback'] as const;
const PAUSE_CHANCE = 0.15;
const PAUSED_MS = { min: 0, max: 15_000 };
const RESUMED_WITHIN_MS = 120_000;

export function createOperator(jobs: Jobs, log: EventLog): Operator {
  return {
    async maybeRequestOperation(random) {
      if (!random.chance(OPERATION_CHANCE)) return;
      const kind = random.pick(KINDS);
      await jobs.request({ kind, schemaVersion: SCHEMA_VERSION }).then(
        () => log.print(`${kind} requested`),
        () => log.record(`${kind} could not be requested`),
      );
    },

    async maybePause(random, until) {
      if (!random.chance(PAUSE_CHANCE)) return;
      const pausedMs = random.integer(PAUSED_MS.min, PAUSED_MS.max);
      await jobs.setPaused(true).then(
        () => log.print('indexers paused', `for ${(pausedMs / 1000).toFixed(1)} s`),
        () => log.record('indexers could not be paused'),
      );
      await sleep(pausedMs, until);
      // Even if the pause failed: MongoDB may have stored it.
      await untilSucceeds('the indexers are not resumed', RESUMED_WITHIN_MS, () => jobs.setPaused(false));
      log.record('indexers resumed');
    },
  };
}
