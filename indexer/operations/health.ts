/**
 * The checks of the indexer's `/readyz`: MongoDB and Meilisearch respond, the index exists with its settings, it isn't far
 * behind, and this process may lead. A standby and the leader agree about the index, because both ask the engines.
 */
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import type { ReadinessCheck } from '../../src/api/health.ts';
import { missingSetup } from '../../src/catalogue/setup.ts';
import { pingMongo } from '../../src/engines/mongo.ts';
import { nextStep } from '../engine/index-errors.ts';
import type { ReadLease } from './leader-report.ts';

interface ReadinessOptions {
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly indexName: string;
  readonly readLease: ReadLease;
  /** How far the index may be behind, and for how long its lag may be unknown. */
  readonly maxLagMs: number;
  /** Why this process can't lead; null: it leads, or can. */
  readonly standbyReason: () => string | null;
}

interface Readiness {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** The checks that make the process not ready. The others make it `degraded`. */
  readonly required: readonly string[];
}

export function createReadinessChecks(options: ReadinessOptions): Readiness {
  const { database, meilisearch, indexName, standbyReason } = options;
  const required: Record<string, ReadinessCheck> = {
    mongodb: async () => {
      await pingMongo(database);
      return null;
    },
    meilisearch: async () => ((await meilisearch.isHealthy()) ? null : 'does not answer'),
    index: () => faultOfIndex(meilisearch, indexName),
    lag: createLagCheck(options),
    leadership: async () => standbyReason(),
  };
  return { checks: { ...required, setup: createSetupCheck(database) }, required: Object.keys(required) };
}

/** Why searches can't use the index, or null. Throws what the client throws. */
export async function faultOfIndex(meilisearch: Meilisearch, indexName: string): Promise<string | null> {
  try {
    const { filterableAttributes } = await meilisearch.index(indexName).getSettings();
    // Meilisearch creates an index at any write to it, then without the settings that searches filter by.
    const isFilterable = JSON.stringify(filterableAttributes ?? []).includes('"merchant_id"');
    return isFilterable ? null : 'has no settings: no search can filter it by merchant';
  } catch (error) {
    if (nextStep(error) === 'gone') return 'does not exist';
    throw error;
  }
}

function createLagCheck({ readLease, maxLagMs }: ReadinessOptions): ReadinessCheck {
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

/** Asks MongoDB until nothing is missing, and not any more from then on: `setup` is run once for a database. */
function createSetupCheck(database: Db): ReadinessCheck {
  let isComplete = false;
  return async () => {
    const missing = isComplete ? null : await missingSetup(database);
    isComplete = missing === null;
    return missing;
  };
}
