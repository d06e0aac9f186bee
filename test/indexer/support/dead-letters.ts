/** Helpers for tests of dead letters. */
import type { DeadLetter } from '../../../indexer/pipeline/dead-letters.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { eventually, type TestService } from '../../support/service.ts';

export const letters = ({ database }: TestService) =>
  database.collection<DeadLetter>('dead_letters').find().sort({ _id: 1 }).toArray();

export const eventuallyLetters = (service: TestService, ...productIds: string[]) =>
  eventually(
    async () => (await letters(service)).map(({ productId }) => productId),
    (found) => JSON.stringify(found) === JSON.stringify(productIds),
  );

export const indexedIds = async ({ meilisearch, indexName }: TestService) =>
  [...(await searchDocuments(meilisearch, indexName)).values()].map(({ product_id: id }) => id).toSorted();

/** Retries while the engine is down, because a document may have killed it. */
export const eventuallyIndexed = (service: TestService, ids: readonly string[]) =>
  eventually(
    () => indexedIds(service).catch((error: unknown) => String(error)),
    (found) => JSON.stringify(found) === JSON.stringify(ids.toSorted()),
  );

export const setTitle = ({ catalogue }: TestService, _id: string, title: string) =>
  catalogue.products.updateOne({ _id }, { $set: { title } });
