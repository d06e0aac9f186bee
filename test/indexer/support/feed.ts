/** Opens a change feed in the test's process and collects what it reports. */
import { type ChangeFeed, openChangeFeed } from '../../../indexer/source/change-feed.ts';
import { currentToken } from '../../../indexer/source/event-stream.ts';
import type { PendingChanges } from '../../../indexer/source/pending-changes.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { insert, product } from '../../support/fixtures.ts';
import { eventually, type TestService } from '../../support/service.ts';

const logger = createLogger('test', 'silent');

/** Opens a feed, which starts now if `startAfter` is null, runs `work` with it and closes it. */
export async function withFeed(
  { database }: Pick<TestService, 'database'>,
  startAfter: PendingChanges['token'] | null,
  work: (feed: ChangeFeed) => Promise<void>,
): Promise<void> {
  const feed = await openChangeFeed({ database, startAfter: startAfter ?? (await currentToken(database)), logger });
  try {
    await work(feed);
  } finally {
    feed.close();
  }
}

/** Resolves to what the feed reports for the changes that `work` makes. */
export async function changesOf(
  service: TestService,
  feed: ChangeFeed,
  work: () => Promise<unknown>,
): Promise<{ productIds: readonly string[]; relatedChanges: readonly string[]; events: number }> {
  await work();
  // The stream is ordered: once the last change has arrived, so have all earlier ones.
  const last = `last-${performance.now()}`;
  await insert(service.catalogue, { products: [product(last, 'one')] });
  const productIds: string[] = [];
  const relatedChanges: string[] = [];
  let events = 0;
  await eventually(
    async () => {
      const taken = await feed.take({ waitMs: 1000, notBeforeMs: 0 }, new AbortController().signal);
      productIds.push(...taken.productIds);
      relatedChanges.push(...taken.relatedChanges.map(({ kind, id }) => `${kind} ${id}`));
      events += taken.events;
      return productIds.includes(last);
    },
    (isThere) => isThere,
  );
  return { productIds: productIds.filter((id) => id !== last), relatedChanges, events: events - 1 };
}
