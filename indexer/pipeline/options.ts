/** The dependencies and settings that the parts of a pipeline share. */
import type { Logger } from '../../src/runtime/logger.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { IndexClient } from '../engine/index-client.ts';
import type { ProductLoader } from '../products/product-loader.ts';
import type { Rewrites } from '../requests/rewrites.ts';
import type { ChangeFeed } from '../source/change-feed.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { PipelineProfile } from './profiles.ts';
import type { Progress } from './progress.ts';

export interface PipelineOptions {
  readonly indexName: string;
  /** The checkpoint that the index holds. */
  readonly start: Checkpoint;
  /** Starts after the token of `start`. */
  readonly feed: ChangeFeed;
  readonly loader: ProductLoader;
  readonly index: IndexClient;
  readonly deadLetters: DeadLetters;
  /** The rewrites that operators request; null for an index that is being built. */
  readonly rewrites: Rewrites | null;
  /**
   * Throws Interrupted `foreign index` when another MongoDB responds than that of `start`. Throws what the driver
   * throws.
   */
  readonly assertSource: () => Promise<void>;
  readonly profile: PipelineProfile;
  readonly logger: Logger;
  /** Called with each batch once it is in the index. `waitedMs`: the time since its oldest change arrived. */
  readonly onBatch: (done: Progress, waitedMs: number | null) => void;
}
