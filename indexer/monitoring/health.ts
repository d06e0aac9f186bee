/**
 * The checks of the indexer's `/readyz`: MongoDB and Meilisearch respond, the index exists with its settings, its lag
 * is acceptable, and this process may lead. The checks query the engines, so a standby and the leader agree about the
 * index.
 */
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import type { ReadinessCheck } from '../../src/api/health.ts';
import { missingSetup } from '../../src/catalogue/missing-setup.ts';
import { mongoReadiness } from '../../src/engines/mongo.ts';
import type { IndexerContext } from '../context.ts';
import { nextStep } from '../engine/index-errors.ts';
import type { ReadLease } from '../operations/leader-report.ts';

interface Readiness {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** The checks whose failure makes the process not ready. A failure of any other check makes it `degraded`. */
  readonly required: readonly string[];
}

/** `maxLagMs`: the maximum lag of the index, and the maximum time that the lag may be unknown. */
export function createReadinessChecks(indexer: IndexerContext, maxLagMs: number): Readiness {
  const { database, meilisearch, indexName, readLease, processes } = indexer;
  const required: Record<string, ReadinessCheck> = {
    mongodb: () => mongoReadiness(database),
    meilisearch: async () => ((await meilisearch.isHealthy()) ? null : 'does not answer'),
    index: () => faultOfIndex(meilisearch, indexName),
    lag: createLagCheck(readLease, maxLagMs),
    leadership: async () => processes.reason(),
  };
  return { checks: { ...required, setup: createSetupCheck(database) }, required: Object.keys(required) };
}

/** Resolves to why searches can't use the index, or to null. Throws what the client throws. */
export async function faultOfIndex(meilisearch: Meilisearch, indexName: string): Promise<string | null> {
  try {
    const { filterableAttributes } = await meilisearch.index(indexName).getSettings();
    // Meilisearch creates an index on any write to it, but without the settings that searches filter by.
    const isFilterable = JSON.stringify(filterableAttributes ?? []).includes('"merchant_id"');
    return isFilterable ? null : 'has no settings: no search can filter it by merchant';
  } catch (error) {
    if (nextStep(error) === 'gone') return 'does not exist';
    throw error;
  }
}

function createLagCheck(readLease: ReadLease, maxLagMs: number): ReadinessCheck {
  const inSeconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  let unknownSinceMs: number | null = null;
  return async () => {
    const { isHeld, report } = await readLease();
    const lagMs = isHeld ? (report?.lagMs ?? null) : null;
    if (lagMs !== null) {
      unknownSinceMs = null;
      return lagMs > maxLagMs ? `${inSeconds(lagMs)} behind MongoDB, more than ${inSeconds(maxLagMs)}` : null;
    }
    unknownSinceMs ??= performance.now();
    const unknownMs = performance.now() - unknownSinceMs;
    const why = isHeld ? 'the index is not followed' : 'no indexer leads';
    return unknownMs > maxLagMs ? `not known for ${inSeconds(unknownMs)}: ${why}` : null;
  };
}

/** Checks MongoDB until the setup is complete, then no more: `setup` runs once per database. */
function createSetupCheck(database: Db): ReadinessCheck {
  let isComplete = false;
  return async () => {
    const missing = isComplete ? null : await missingSetup(database);
    isComplete = missing === null;
    return missing;
  };
}
