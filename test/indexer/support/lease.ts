/** Changes the lease of the indexers of a service. */
import { leaseCollection, type StoredLease } from '../../../indexer/election/stored-lease.ts';
import type { TestService } from '../../support/service.ts';

/** Releases the lease of a killed leader. */
export const releaseLease = (service: TestService): Promise<void> =>
  setLease(service, { holder: null, expiresAt: new Date(0) });

/** Makes the lease of a killed leader last for an hour for those who read it. */
export const extendLease = (service: TestService): Promise<void> =>
  setLease(service, { expiresAt: new Date(Date.now() + 3_600_000) });

async function setLease({ database, indexName }: TestService, fields: Partial<StoredLease>): Promise<void> {
  await leaseCollection(database).updateOne({ _id: indexName }, { $set: fields });
}
