/**
 * Whether searches can rely on the index, as `/readyz` tells: its engines answer, it stands there with its settings, and
 * it is not far behind. A standby says the same of the index as the leader, since all of it is asked of the engines.
 */
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import type { ReadinessCheck } from '../../src/http/health.ts';
import { meilisearchCode } from '../../src/platform/meilisearch.ts';
import { pingMongo } from '../../src/platform/mongo.ts';
import { leaseCollection } from '../leadership/lease.ts';
import { lagSaid } from './status.ts';

interface ReadinessOptions {
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly indexName: string;
  /** How far behind it may be, and for how long that may be not known. */
  readonly maxLagMs: number;
}

export function createReadinessChecks(options: ReadinessOptions): Readonly<Record<string, ReadinessCheck>> {
  const { database, meilisearch, indexName } = options;
  return {
    mongodb: async () => {
      await pingMongo(database);
      return null;
    },
    meilisearch: async () => ((await meilisearch.isHealthy()) ? null : 'does not answer'),
    index: () => faultOfIndex(meilisearch, indexName),
    lag: createLagCheck(options),
  };
}

/** What keeps searches from the index, or null. Throws what the engine throws. */
export async function faultOfIndex(meilisearch: Meilisearch, indexName: string): Promise<string | null> {
  try {
    const { filterableAttributes } = await meilisearch.index(indexName).getSettings();
    // Any write makes an index where there is none, one that no search can filter by merchant.
    const isFilterable = JSON.stringify(filterableAttributes ?? []).includes('"merchant_id"');
    return isFilterable ? null : 'has no settings: no search can filter it by merchant';
  } catch (error) {
    if (meilisearchCode(error) === 'index_not_found') return 'does not exist';
    throw error;
  }
}

function createLagCheck({ database, indexName, maxLagMs }: ReadinessOptions): ReadinessCheck {
  const leases = leaseCollection(database);
  const inSeconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  let unknownSinceMs: number | null = null;
  return async () => {
    const said = lagSaid(await leases.findOne({ _id: indexName }), new Date());
    const lagMs = said?.lagMs ?? null;
    if (lagMs !== null) {
      unknownSinceMs = null;
      return lagMs > maxLagMs ? `${inSeconds(lagMs)} behind MongoDB, more than ${inSeconds(maxLagMs)}` : null;
    }
    unknownSinceMs ??= performance.now();
    const unknownMs = performance.now() - unknownSinceMs;
    const why = said === null ? 'no indexer leads' : 'the index is not followed';
    return unknownMs > maxLagMs ? `not known for ${inSeconds(unknownMs)}: ${why}` : null;
  };
}
