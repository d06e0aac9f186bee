/**
 * Which member of a replica set is the primary. A change stream stays with the member that it was opened at, also when that is no
 * longer the primary: it would tell of writes as late as that member gets them, and never that some which were read from it have
 * been rolled back. So who follows one opens it anew when there is another primary.
 */
import type { MongoClient, TopologyDescription, TopologyDescriptionChangedEvent } from 'mongodb';

/** Calls `onAnother` as soon as the driver knows another primary, before anything is read from that. Returns what ends it. */
export function watchPrimary(client: MongoClient, onAnother: () => void): () => void {
  /** The one that is known, or was known last. */
  let primary: string | null = null;
  function see({ previousDescription, newDescription }: TopologyDescriptionChangedEvent): void {
    const before = primary ?? primaryIn(previousDescription);
    primary = primaryIn(newDescription) ?? before;
    if (before !== null && primary !== before) onAnother();
  }
  client.on('topologyDescriptionChanged', see);
  return () => void client.off('topologyDescriptionChanged', see);
}

/** Its address, and which election has made it the primary; null where none is known, as with a sharded cluster. */
function primaryIn({ servers }: TopologyDescription): string | null {
  const primary = [...servers.values()].find(({ type }) => type === 'RSPrimary');
  return primary === undefined ? null : `${primary.address} ${primary.electionId}`;
}
