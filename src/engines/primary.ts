/**
 * Tells when a replica set has another primary. A change stream stays at the member where it was opened, even when that
 * member is no longer the primary: it then reports writes late, and never reports that a write it read was rolled back. So
 * whoever follows a stream opens it again at the new primary.
 */
import type { MongoClient, TopologyDescription, TopologyDescriptionChangedEvent } from 'mongodb';

/**
 * Calls `onAnother` when the driver learns of another primary, before it reads from that primary. Returns a function that ends
 * the watch.
 */
export function watchPrimary(client: MongoClient, onAnother: () => void): () => void {
  /** The primary that the driver knew last. */
  let primary: string | null = null;
  function see({ previousDescription, newDescription }: TopologyDescriptionChangedEvent): void {
    const before = primary ?? primaryIn(previousDescription);
    primary = primaryIn(newDescription) ?? before;
    if (before !== null && primary !== before) onAnother();
  }
  client.on('topologyDescriptionChanged', see);
  return () => void client.off('topologyDescriptionChanged', see);
}

/** Returns the primary's address and election; null when the driver knows none, as in a sharded cluster. */
function primaryIn({ servers }: TopologyDescription): string | null {
  const primary = [...servers.values()].find(({ type }) => type === 'RSPrimary');
  return primary === undefined ? null : `${primary.address} ${primary.electionId}`;
}
