/**
 * A version for each merchant's data, and one for each product, raised by every write that the change stream tells of.
 * What is kept in memory is kept under the version that stood before it was read; so whatever was read before a write, and
 * stored whenever, is not found under the version after it. That closes the race between a read and a write without any lock.
 *
 * States: following (versions are given), blind (the stream is down, late or has not begun: no version is given, and
 * nothing may be taken from memory). Every time it follows again all versions are new.
 */

import type { ChangeStream, ChangeStreamDocument, Db, Document } from 'mongodb';
import type { Logger } from '../platform/logger.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import { createMerchantVersions } from './merchant-versions.ts';
import { createProductVersions } from './product-versions.ts';

export interface Versions {
  /** The version of a merchant's data; null while nothing in memory can be trusted. */
  of(merchantId: string): number | null;
  /** The version of one product with all that it is shown with; null likewise. */
  ofProduct(merchantId: string, productId: string): number | null;
  /** The version of a merchant's search rules, which no other write raises; null likewise. */
  ofRules(merchantId: string): number | null;
  close(): Promise<void>;
}

const RULES = 'search_rules';
/** What pages and searches are made from. Access tokens are remembered for 2 s by themselves. */
const FOLLOWED = ['merchants', 'locations', 'products', 'collections', 'memberships', RULES];

/**
 * A small event: whose document it was and is. Before-images tell the owner of what was updated or deleted; where they
 * are missing the event names nobody, and all versions are raised.
 */
const PIPELINE: Document[] = [
  {
    $match: {
      $or: [
        { 'ns.coll': { $in: FOLLOWED } },
        { 'to.coll': { $in: FOLLOWED } },
        { operationType: { $in: ['dropDatabase', 'invalidate'] } },
      ],
    },
  },
  {
    $project: {
      operationType: 1,
      ns: 1,
      documentKey: 1,
      'fullDocument.merchantId': 1,
      'fullDocumentBeforeChange.merchantId': 1,
      'updateDescription.updatedFields.merchantId': 1,
      'fullDocument.productId': 1,
      'fullDocumentBeforeChange.productId': 1,
      'updateDescription.updatedFields.productId': 1,
    },
  },
];

const AWAIT_MS = 200;
/** The stream answers at least every AWAIT_MS; when it has not for so long, what it would tell is not known. */
const BLIND_AFTER_MS = 700;

interface VersionsOptions {
  readonly database: Db;
  readonly logger: Logger;
}

/** Nothing is followed, so nothing in memory can be trusted for longer than a moment. */
export const NO_VERSIONS: Versions = {
  of: () => null,
  ofProduct: () => null,
  ofRules: () => null,
  close: () => Promise.resolve(),
};

export function followVersions({ database, logger }: VersionsOptions): Versions {
  const ending = new AbortController();
  let counter = 0;
  const next = () => ++counter;
  const merchants = createMerchantVersions(next);
  const rules = createMerchantVersions(next);
  const products = createProductVersions();
  let heardMs = Number.NEGATIVE_INFINITY;

  function raise({ owners, productIds, isRules = false }: Touched): void {
    if (isRules) {
      if (owners === null) rules.raiseAll();
      else for (const owner of owners) rules.raise(owner);
      return;
    }
    if (owners === null) {
      merchants.raiseAll();
      rules.raiseAll();
      products.raiseAll(next());
      return;
    }
    for (const owner of owners) {
      merchants.raise(owner);
      if (productIds === null) products.raiseMerchant(owner, next());
      else for (const id of productIds) products.raise(owner, id, next());
    }
  }

  async function follow(stream: ChangeStream): Promise<void> {
    await stream.tryNext();
    // The stream stands from here on; what changed while nobody listened is not known.
    raise(EVERYTHING);
    heardMs = performance.now();
    while (!ending.signal.aborted) {
      const event = await stream.tryNext();
      heardMs = performance.now();
      if (event !== null) raise(touchedBy(event));
      if (event?.operationType === 'invalidate') return;
    }
  }

  async function run(): Promise<void> {
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      const stream = database.watch(PIPELINE, { maxAwaitTimeMS: AWAIT_MS, fullDocumentBeforeChange: 'whenAvailable' });
      try {
        await follow(stream);
      } catch (error) {
        if (heardMs > Number.NEGATIVE_INFINITY) attempt = 1;
        if (!ending.signal.aborted)
          logger.warn({ err: error }, 'the change stream broke: nothing is kept in memory until it is back');
      } finally {
        heardMs = Number.NEGATIVE_INFINITY;
        await stream.close().catch(() => undefined);
      }
      await pause(backoffMs(attempt), ending.signal);
    }
  }

  const running = run();
  const isBlind = () => performance.now() - heardMs > BLIND_AFTER_MS;
  return {
    of: (merchantId) => (isBlind() ? null : merchants.of(merchantId)),
    ofProduct: (merchantId, productId) => (isBlind() ? null : products.of(merchantId, productId)),
    ofRules: (merchantId) => (isBlind() ? null : rules.of(merchantId)),
    async close() {
      ending.abort();
      await running;
    },
  };
}

interface Touched {
  /** The merchants; null: any. */
  readonly owners: readonly string[] | null;
  /** Their products; null: it is not known which, or more of a merchant changed than single products. */
  readonly productIds: readonly string[] | null;
  /** It was their search rules, and nothing else. */
  readonly isRules?: boolean;
}

const EVERYTHING: Touched = { owners: null, productIds: null };

interface Images {
  readonly fullDocument?: Document;
  readonly fullDocumentBeforeChange?: Document;
  readonly updateDescription?: { readonly updatedFields?: Document };
}

/** What an event touched; where it does not tell, everything. */
function touchedBy(event: ChangeStreamDocument): Touched {
  if (!('documentKey' in event) || event.documentKey === undefined) return EVERYTHING;
  const { coll } = event.ns;
  const id = String(event.documentKey._id);
  if (coll === 'merchants') return { owners: [id], productIds: null };
  const owners = valuesOf(event, 'merchantId');
  if (coll === RULES) return { owners, productIds: null, isRules: true };
  if (owners === null) return EVERYTHING;
  if (coll === 'products') return { owners, productIds: [id] };
  return { owners, productIds: coll === 'memberships' ? valuesOf(event, 'productId') : null };
}

/** A text field of a document before and after an event. Null where it is not known what it was before. */
function valuesOf(event: ChangeStreamDocument & { documentKey: Document }, field: string): string[] | null {
  const { fullDocument, fullDocumentBeforeChange, updateDescription } = event as Images;
  const before = event.documentKey[field] ?? fullDocumentBeforeChange?.[field];
  const after = fullDocument?.[field] ?? updateDescription?.updatedFields?.[field];
  // An insert has nothing before it; anything else had an owner, who must be told too.
  if (event.operationType !== 'insert' && typeof before !== 'string') return null;
  return [before, after].filter((value) => typeof value === 'string');
}
