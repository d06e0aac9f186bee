/**
 * Connects again when MongoDB was restored or replaced at its address. The driver remembers the newest election that it
 * has seen, and takes a primary of an earlier one for a member that has lost its majority. A restored or new replica
 * set counts its elections from an earlier number, so the client would refuse its primary for ever.
 */
import type { MongoClient, TopologyDescription, TopologyDescriptionChangedEvent } from 'mongodb';
import type { Logger } from '../../runtime/logger.ts';
import { connectAgain } from './client.ts';

/**
 * A primary that has lost its majority steps down within 10 s (`electionTimeoutMillis`), and an indexer that can't
 * renew its lease stops writing within 11 s.
 */
const WAIT_MS = 20_000;

/** Watches a client until the signal aborts. Ends all operations of the client before it connects again. */
export function reconnectWhenReplaced(client: MongoClient, logger: Logger, signal: AbortSignal): void {
  let timer: NodeJS.Timeout | undefined;

  async function reconnect(): Promise<void> {
    logger.error('MongoDB is older than before: it was restored or replaced at this address. Connecting again');
    await client.close();
    await connectAgain(client, logger, signal);
  }

  function compare({ newDescription }: TopologyDescriptionChangedEvent): void {
    if (!hasOnlyOlderPrimary(newDescription)) {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    timer ??= setTimeout(() => void reconnect().catch(onError), WAIT_MS).unref();
  }

  const onError = (error: unknown): void => logger.error({ err: error }, 'MongoDB could not be connected again');

  client.on('topologyDescriptionChanged', compare);
  signal.addEventListener('abort', () => {
    client.off('topologyDescriptionChanged', compare);
    clearTimeout(timer);
  });
}

/** Whether the driver refuses a primary because of a newer election, and knows no other primary. */
export function hasOnlyOlderPrimary({ servers }: Pick<TopologyDescription, 'servers'>): boolean {
  const known = [...servers.values()];
  return (
    known.some(({ error }) => error?.name === 'MongoStalePrimaryError') &&
    !known.some(({ type }) => type === 'RSPrimary')
  );
}
