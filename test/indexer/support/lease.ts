/** Changes the lease of the indexers of a service. */
import { acquireLease } from '../../../indexer/election/lease.ts';
import { leaseCollection, type StoredLease } from '../../../indexer/election/stored-lease.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import type { TestService } from '../../support/service.ts';

/** Runs `work` while a process that does nothing else, and reports nothing, holds the lease. */
export async function whileLeaseIsHeld<T>({ database, indexName }: TestService, work: () => Promise<T>): Promise<T> {
  const logger = createLogger('lease', 'silent');
  const options = { leases: leaseCollection(database), name: indexName, holder: 'silent', logger };
  const lease = await acquireLease(options, new AbortController().signal);
  try {
    return await work();
  } finally {
    await lease?.release();
  }
}

/** Releases the lease of a killed leader. */
export const releaseLease = (service: TestService): Promise<void> =>
  setLease(service, { holder: null, expiresAt: new Date(0) });

/** Makes the lease of a killed leader last for an hour for those who read it. */
export const extendLease = (service: TestService): Promise<void> =>
  setLease(service, { expiresAt: new Date(Date.now() + 3_600_000) });

async function setLease({ database, indexName }: TestService, fields: Partial<StoredLease>): Promise<void> {
  await leaseCollection(database).updateOne({ _id: indexName }, { $set: fields });
}
