/**
 * Why an index can no longer be followed or built as it is. The kinds are a closed list: each is something else that the
 * leader does next. Whatever finds the reason throws `Interrupted`; the leader catches it and decides by its kind.
 */

export type Interruption = { readonly kind: InterruptionKind; readonly reason: string };

export type InterruptionKind =
  /** The change stream cannot resume at the checkpoint, or MongoDB was restored: `ON_LOST_POSITION` decides. */
  | 'checkpoint lost'
  /** A followed collection was dropped or renamed: rebuild. */
  | 'source dropped'
  /** Somebody else changed the index: look at it again. */
  | 'index changed'
  /** The index was built from another MongoDB: stand by. */
  | 'foreign index'
  /** A rebuild beside the index is another MongoDB's: build none, and stand by where the live index is not followed either. */
  | 'foreign rebuild'
  /** An operator paused the indexer: write nothing until it is resumed. */
  | 'paused'
  /** The rebuilt index did not pass its checks: keep the live one. */
  | 'swap refused';

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly kind: InterruptionKind;
  constructor(kind: InterruptionKind, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
  }
}

/** The interruption that an error tells of; null for any other error. */
export const interruptionOf = (error: unknown): Interruption | null =>
  error instanceof Interrupted ? { kind: error.kind, reason: error.message } : null;
