/** The dependencies of every part of the indexer. Each command creates them once and passes them down. */
import type { Meilisearch } from 'meilisearch';
import type { Db, MongoClient } from 'mongodb';
import type { Logger } from '../src/runtime/logger.ts';
import type { Lease } from './election/lease.ts';
import type { IndexerProcesses } from './election/processes.ts';
import type { StoredReports } from './election/stored-reports.ts';
import type { IndexClient } from './engine/index-client.ts';
import type { ReadLease } from './leader-report.ts';
import type { IndexerMetrics } from './monitoring/metrics.ts';
import type { DeadLetters } from './pipeline/dead-letters.ts';
import type { ProductLoader } from './products/product-loader.ts';
import type { Jobs } from './requests/jobs.ts';
import type { Rewrites } from './requests/rewrites.ts';
import type { RestoreMarks } from './source/restore-marks.ts';

/** The dependencies that live as long as the process. */
export interface IndexerContext {
  readonly mongo: MongoClient;
  /** Reads from the primary with majority, and writes with majority. */
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  /** Identifies this process. Unique among all processes. */
  readonly holder: string;
  readonly readLease: ReadLease;
  readonly processes: IndexerProcesses;
  /** The name of the live index. */
  readonly indexName: string;
  readonly jobs: Jobs;
  readonly rewrites: Rewrites;
  /** The dead letters of the live index. */
  readonly deadLetters: DeadLetters;
  /** How long finished tasks stay in Meilisearch. */
  readonly taskRetentionMs: number;
  readonly onLostPosition: 'rebuild' | 'stop';
  readonly metrics: IndexerMetrics;
  readonly logger: Logger;
}

/** The dependencies that live as long as this process leads. */
export interface LeaderContext extends IndexerContext {
  readonly lease: Lease;
  readonly reports: StoredReports;
  /** Its writes throw once the lease is lost. */
  readonly index: IndexClient;
  readonly loader: ProductLoader;
  readonly marks: RestoreMarks;
  /** Aborted when the lease ends or the process stops. */
  readonly signal: AbortSignal;
}
