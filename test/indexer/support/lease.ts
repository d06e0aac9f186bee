/** Changes the lease of the indexers of a service. */
import type { TestService } from '../../support/service.ts';

/** Makes the lease of a killed leader expire immediately. */
export const expireLease = (service: TestService): Promise<void> => setExpiry(service, new Date(0));

/** Makes the lease of a killed leader last for an hour. */
export const extendLease = (service: TestService): Promise<void> =>
  setExpiry(service, new Date(Date.now() + 3_600_000));

async function setExpiry({ database, indexName }: TestService, expiresAt: Date): Promise<void> {
  const leases = database.collection<{ _id: string }>('indexer_leases');
  await leases.updateOne({ _id: indexName }, { $set: { expiresAt } });
}
