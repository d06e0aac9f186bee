/**
 * Detects a change of a replica set's primary. A change stream stays on the member where it was opened, even when that
 * member is no longer the primary: it then reports writes late, or none while a partition separates the member from the
 * others, and never reports that a reported write was rolled back. So the reader of a stream must reopen the stream on
 * the new primary.
 *
 * A restart counts as a change, because MongoDB may have been restored meanwhile. If it then has as many elections as
 * before, the driver resumes a stream without an error: a token that was read without an event only names a time.
 *
 * Through a router of a sharded cluster, no primary is known.
 */
import type { Document, MongoClient, TopologyDescription, TopologyDescriptionChangedEvent } from 'mongodb';

/**
 * Calls `onChange` when the driver discovers another or a restarted primary, before it reads from that primary, and when
 * it discovers that the primary has stepped down, although it may never discover the next one. Returns a function that
 * ends the watch.
 */
export function watchPrimary(client: MongoClient, onChange: () => void): () => void {
  /** The last primary that the driver knew, or `STEPPED_DOWN`. */
  let primary: string | null = null;
  function compare({ previousDescription, newDescription }: TopologyDescriptionChangedEvent): void {
    const before = primary ?? primaryIn(previousDescription);
    primary = primaryIn(newDescription) ?? (isSecondary(before, newDescription) ? STEPPED_DOWN : before);
    if (before !== null && primary !== before) onChange();
  }
  client.on('topologyDescriptionChanged', compare);
  return () => void client.off('topologyDescriptionChanged', compare);
}

const STEPPED_DOWN = 'stepped down';

/** Identifies the primary's process and its election; null if the driver knows no primary, as in a sharded cluster. */
function primaryIn({ servers }: TopologyDescription): string | null {
  const primary = [...servers.values()].find(({ type }) => type === 'RSPrimary');
  return primary === undefined
    ? null
    : `${primary.address} ${primary.electionId} ${primary.topologyVersion?.processId}`;
}

/** Whether the member of this identity is a secondary now. A member that doesn't respond may still be the primary. */
const isSecondary = (identity: string | null, { servers }: TopologyDescription): boolean =>
  [...servers.values()].some(({ type, address }) => type === 'RSSecondary' && identity?.startsWith(`${address} `));

/** Whether MongoDB is a router of a sharded cluster, by its response to `hello`. */
export const isRouter = (hello: Document): boolean => hello.msg === 'isdbgrid';
