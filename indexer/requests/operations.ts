/**
 * Operations on the whole index that operators request: a reindex with its swap, and a rollback. Each is a document of
 * MongoDB, so it outlives the leader.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { hasCode, MONGODB_CODES } from '../../src/engines/mongodb/errors.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import { JOBS } from './collection.ts';

export interface Operation {
  /** `<index>:operation`: at most one operation per index. */
  readonly _id: string;
  readonly operationId: string;
  /** Another version may have stored a kind that this one doesn't know. */
  readonly kind: 'reindex' | 'rollback';
  /** `ready`: the new index is complete and waits for `swap`. */
  readonly state: 'requested' | 'running' | 'ready' | 'done' | 'failed';
  /** The schema version of the requesting process. A leader of another version rejects the operation. */
  readonly schemaVersion: number;
  /** Swap as soon as the new index passes its checks; false: wait for `swap`. */
  readonly swaps: boolean;
  /** Replace an index that was built from another MongoDB. */
  readonly adopts: boolean;
  /** Allow the swap of an index with fewer than half the products of the live one. */
  readonly allowsFewer: boolean;
  /** When it ended; null while it is open. Leaders of version 0.2.0 run an operation without it, whatever its state. */
  readonly finishedAt: Date | null;
  readonly done: number;
  readonly total: number;
  readonly reason: string | null;
  /** The generation of the index that is built for this operation; null before it is assigned. */
  readonly generation: number | null;
}

type OperationOptions = Pick<Operation, 'kind' | 'schemaVersion'> &
  Partial<Pick<Operation, 'swaps' | 'adopts' | 'allowsFewer'>>;
export type OperationChange = Partial<Pick<Operation, 'state' | 'done' | 'total' | 'reason'>>;

export interface Operations {
  /**
   * Requests an operation. Resolves to it, or to an open one with the same options. Throws when a different operation
   * is open. A rollback replaces a reindex that is ready: the leader deletes the new index.
   */
  request(options: OperationOptions): Promise<Operation>;
  /** Allows a reindex that is ready to swap. Throws when none is ready. */
  requestSwap(): Promise<Operation>;
  /** Resolves to the operation that was requested last, or to null. */
  operation(): Promise<Operation | null>;
  /**
   * Marks an operation as running, with the generation of its index. Resolves to false when it has ended, or was started,
   * since it was read: a newly elected primary may respond with an older state.
   */
  start(read: Operation, generation: number): Promise<boolean>;
  /** Changes an operation unless it has ended. */
  update(operationId: string, change: OperationChange): Promise<void>;
  /** Marks an operation as failed if no leader has started it. */
  withdraw(operationId: string, reason: string): Promise<void>;
  /** Marks a requested rollback as failed. */
  refuseRollback(reason: string): Promise<void>;
}

const OPEN: Operation['state'][] = ['requested', 'running', 'ready'];
const ENDED = { state: { $nin: OPEN } };
/** The new index waits for `swap`. */
const READY = { state: 'ready', swaps: false } as const;

/** Returns whether the operation has not ended yet. */
export const isOpen = (operation: Operation | null): operation is Operation =>
  operation !== null && OPEN.includes(operation.state);

/** Returns the operation if it's open, of this kind, and was requested with this schema version; null otherwise. */
export const openOperation = (operation: Operation | null, kind: Operation['kind']): Operation | null =>
  isOpen(operation) && operation.kind === kind && operation.schemaVersion === SCHEMA_VERSION ? operation : null;

/** Returns the command that requests such an operation. */
function commandOf({
  kind,
  swaps,
  adopts,
  allowsFewer,
}: Pick<Operation, 'kind' | 'swaps' | 'adopts' | 'allowsFewer'>): string {
  switch (kind) {
    case 'rollback':
      return kind;
    case 'reindex':
      return `reindex${swaps ? '' : ' --no-swap'}${adopts ? ' --adopt' : ''}${allowsFewer ? ' --allow-fewer' : ''}`;
    default:
      // Another version stored it.
      return kind satisfies never;
  }
}

/** Returns the state to show to operators: once `swap` is requested, an index that was ready is checked again. */
export const shownState = ({ state, swaps }: Pick<Operation, 'state' | 'swaps'>): Operation['state'] =>
  state === 'ready' && swaps ? 'running' : state;

const describe = (operation: Operation): string => `\`${commandOf(operation)}\` is ${shownState(operation)}`;

/** What an operator should do when an operation was open, and so blocked a new one. */
const NEXT_STEP: Readonly<Record<Operation['state'], string>> = {
  requested: 'Wait until it is done; if no indexer runs, run that command again to finish it',
  running: 'Wait until it is done; if no indexer runs, run that command again to finish it',
  ready: 'Run `swap` first, or `rollback`, which deletes the new index',
  done: 'It ended just now: run this command again',
  failed: 'It ended just now: run this command again',
};

const failure = (reason: string) => ({ state: 'failed', finishedAt: new Date(), reason }) as const;

/** `database` reads from the primary and writes with majority. */
export function createOperations(database: Db, indexName: string): Operations {
  const operations: Collection<Operation> = database.collection(JOBS);
  const operationKey = `${indexName}:operation`;

  return {
    async request({ kind, schemaVersion, swaps = true, adopts = false, allowsFewer = false }) {
      const wanted = { kind, swaps, adopts, allowsFewer };
      const fresh = {
        ...wanted,
        operationId: randomUUID(),
        state: 'requested' as const,
        schemaVersion,
        finishedAt: null,
        done: 0,
        total: 0,
        reason: null,
        generation: null,
      };
      try {
        const replaced = kind === 'rollback' ? { $or: [ENDED, READY] } : ENDED;
        await operations.updateOne({ _id: operationKey, ...replaced }, { $set: fresh }, { upsert: true });
      } catch (error) {
        // A duplicate key means that an operation is open: the upsert matched nothing to replace and could not insert.
        if (!hasCode(error, MONGODB_CODES.duplicateKey)) throw error;
      }
      // An open reindex that no leader may run must not prevent an operator from adopting the index. If it waits for
      // `swap`, it still does.
      if (adopts) {
        const open = { _id: operationKey, kind: 'reindex', state: { $in: OPEN } } as const;
        const change = { adopts, allowsFewer, schemaVersion, ...(swaps ? {} : { swaps }) };
        await operations.updateOne(open, { $set: change });
      }
      const existing = await operations.findOne({ _id: operationKey });
      if (existing === null) throw new Error('another process has removed the operation');
      if (commandOf(existing) !== commandOf(wanted))
        throw new Error(`${describe(existing)}. ${NEXT_STEP[shownState(existing)]}`);
      return existing;
    },

    async requestSwap() {
      const ready = await operations.findOneAndUpdate(
        { _id: operationKey, state: 'ready' },
        { $set: { swaps: true } },
        { returnDocument: 'after' },
      );
      if (ready !== null) return ready;
      const existing = await operations.findOne({ _id: operationKey });
      if (isOpen(existing)) throw new Error(`no index is ready to be swapped in: ${describe(existing)}`);
      throw new Error('no index is ready to be swapped in: run `reindex --no-swap` first');
    },

    operation: () => operations.findOne({ _id: operationKey }),

    async start({ operationId, generation: read }, generation) {
      const { matchedCount } = await operations.updateOne(
        { _id: operationKey, operationId, state: { $in: OPEN }, generation: read },
        { $set: { state: 'running', reason: null, generation } },
      );
      return matchedCount === 1;
    },

    async update(operationId, change) {
      const isEnd = change.state === 'done' || change.state === 'failed';
      const set = isEnd ? { ...change, finishedAt: new Date() } : change;
      await operations.updateOne({ _id: operationKey, operationId, state: { $in: OPEN } }, { $set: set });
    },

    async withdraw(operationId, reason) {
      await operations.updateOne({ _id: operationKey, operationId, state: 'requested' }, { $set: failure(reason) });
    },

    async refuseRollback(reason) {
      const requested = { _id: operationKey, kind: 'rollback', state: 'requested' } as const;
      await operations.updateOne(requested, { $set: failure(reason) });
    },
  };
}
