/**
 * The checks of the indexer's `/readyz`: MongoDB and Meilisearch respond, the index exists with its settings, its lag
 * is acceptable, and this process may lead. The checks query the engines, so a standby and the leader agree about the
 * index.
 */
import type { Index } from 'meilisearch';
import { missingSetup } from '../../src/catalogue/missing-setup.ts';
import { type Catalogue, catalogueOf } from '../../src/catalogue/stored-documents.ts';
import { isKeyRefused, KEY_REFUSED } from '../../src/engines/meilisearch.ts';
import { mongoReadiness } from '../../src/engines/mongodb/client.ts';
import type { ReadinessCheck } from '../../src/http/server/health.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { PRODUCTS } from '../../src/search/index/filters.ts';
import { CHECKPOINTS, type CheckpointDocument, checkpointFromDocument, ORIGIN } from '../checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { IndexerContext } from '../context.ts';
import { classOf } from '../engine/index-errors.ts';
import { changedSettings } from '../engine/index-settings.ts';
import type { ReadLease } from '../leader-report.ts';
import { VALID_ID } from '../products/invalid-utf8-ids.ts';

interface Readiness {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** The checks whose failure makes the process not ready. A failure of any other check makes it `degraded`. */
  readonly required: readonly string[];
}

/**
 * `maxLagMs`: the maximum lag of the index, and the maximum time that the lag may be unknown. `until`: when the process
 * stops.
 */
export function createReadinessChecks(indexer: IndexerContext, maxLagMs: number, until: AbortSignal): Readiness {
  const { database, meilisearch, readLease, processes } = indexer;
  const required: Record<string, ReadinessCheck> = {
    mongodb: () => mongoReadiness(database),
    meilisearch: () => meilisearch.health().then(() => null),
    index: () => faultOfIndex(indexer).catch(explainRefusedKey),
    lag: createLagCheck(readLease, maxLagMs, until),
    leadership: async () => processes.reason(),
  };
  return { checks: { ...required, setup: () => missingSetup(database) }, required: Object.keys(required) };
}

/** A health check of Meilisearch needs no key, so only this check notices that the key is refused. */
function explainRefusedKey(error: unknown): string {
  if (isKeyRefused(error)) return `Meilisearch ${KEY_REFUSED}`;
  throw error;
}

type IndexContext = Pick<IndexerContext, 'database' | 'deadLetters' | 'meilisearch' | 'indexName'>;

/** Resolves to why searches can't rely on the index, or to null. Throws what the engines throw. */
export async function faultOfIndex(context: IndexContext): Promise<string | null> {
  const index = context.meilisearch.index(context.indexName);
  try {
    const settings = await index.getSettings();
    // Meilisearch creates an index on any write to it, but without the settings that searches filter by.
    const isFilterable = JSON.stringify(settings.filterableAttributes ?? []).includes('"merchant_id"');
    if (!isFilterable) return 'has no settings: no search can filter it by merchant';
    const emptied = await faultOfEmpty(index, context);
    if (emptied !== null) return emptied;
    const changed = changedSettings(settings);
    if (changed.length === 0 || !(await hasThisSchema(index))) return null;
    return `has other settings: somebody changed ${changed.join(', ')}`;
  } catch (error) {
    const kind = classOf(error);
    if (kind === 'missing') return 'does not exist';
    if (kind === 'no settings') return 'has other settings: the indexer cannot find its checkpoint';
    throw error;
  }
}

/** Resolves to null for the index of a shop without products, which still has its origin. */
async function faultOfEmpty(index: Index, { database, deadLetters }: IndexContext): Promise<string | null> {
  if ((await index.getDocuments({ filter: PRODUCTS, limit: 1, fields: ['id'] })).total > 0) return null;
  const { results: origins } = await index.getDocuments({ ids: [ORIGIN.id], fields: ['id'] });
  if (origins.length === 0) return 'is empty: somebody emptied it';
  return (await hasMoreProducts(catalogueOf(database), await deadLetters.count()))
    ? 'has no products, and MongoDB has some: somebody deleted them, unless they were just imported'
    : null;
}

const MERCHANTS = 1000;

/** Resolves to whether the first active merchants have more products than this. */
async function hasMoreProducts({ merchants, products }: Catalogue, count: number): Promise<boolean> {
  const active = { status: { $ne: 'disabled' } } as const;
  const ids = await merchants.find(active, { projection: { _id: 1 }, sort: { _id: 1 }, limit: MERCHANTS }).toArray();
  const found = { merchantId: { $in: ids.map(({ _id }) => _id) }, _id: VALID_ID };
  return (await products.countDocuments(found, { limit: count + 1 })) > count;
}

/** An index of another schema version has other settings. */
async function hasThisSchema(index: Index): Promise<boolean> {
  const { results } = await index.getDocuments<CheckpointDocument>({ filter: CHECKPOINTS });
  return results.every((document) => checkpointFromDocument(document)?.schemaVersion === SCHEMA_VERSION);
}

const LAG_EVERY_MS = 5000;

/**
 * Also checks the lag every five seconds until the signal aborts, so that the time for which it is unknown doesn't
 * depend on how often `/readyz` is read.
 */
export function createLagCheck(readLease: ReadLease, maxLagMs: number, until: AbortSignal): ReadinessCheck {
  const inSeconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  let unknownSinceMs: number | null = null;
  const check: ReadinessCheck = async () => {
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
  void keepChecking(check, until);
  return check;
}

async function keepChecking(check: ReadinessCheck, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    // Wait first: at the start, only the first operation of MongoDB's client fails with the reason.
    await sleep(LAG_EVERY_MS, until);
    if (!until.aborted) await check().catch(() => undefined);
  }
}
