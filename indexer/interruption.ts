/**
 * The reasons why the leader stops following or building an index. Each kind leads to a different next step. The code
 * that detects the reason throws `Interrupted`, and the leader catches it.
 */

type InterruptionKind =
  /**
   * The change stream cannot resume at the checkpoint, or MongoDB was restored: `ON_LOST_POSITION` decides. A rebuild is
   * given up if the live index can still be followed.
   */
  | 'checkpoint lost'
  /** A followed collection was dropped or renamed: rebuild. */
  | 'source dropped'
  /** Another process changed the index: assess it again. */
  | 'index changed'
  /** The index belongs to another MongoDB, another program or a newer schema version: stand by. */
  | 'foreign index'
  /**
   * Another MongoDB's rebuild exists beside the index: start no rebuild, and stand by unless the live index is
   * followed.
   */
  | 'foreign rebuild'
  /** An operator paused the indexer: write nothing until it is resumed. */
  | 'paused';

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly kind: InterruptionKind;
  constructor(kind: InterruptionKind, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
  }
}

export const isCheckpointLost = (error: unknown): error is Interrupted =>
  error instanceof Interrupted && error.kind === 'checkpoint lost';
