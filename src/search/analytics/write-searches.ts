/** Writes searches to MongoDB, if `setup` has created the index that removes them later. */
import { MongoBulkWriteError } from 'mongodb';
import { SEARCHES_EXPIRY_INDEX } from '../../catalogue/definitions.ts';
import type { Catalogue, StoredSearch } from '../../catalogue/stored-documents.ts';

export type LoggedSearch = Omit<StoredSearch, 'expiresAt'>;

/** Throws what the driver throws, without the searches, and an error if the index is missing. */
export type WriteSearches = (searches: readonly LoggedSearch[]) => Promise<void>;

const DAY_MS = 86_400_000;

/**
 * `days`: after how many days the index removes a search. Each write checks the index: if somebody dropped the
 * collection, MongoDB would create it again without the index.
 */
export function createWriteSearches(catalogue: Catalogue, days: number): WriteSearches {
  return async (searches) => {
    if (!(await hasIndex(catalogue)))
      throw new Error('the collection `searches` lacks the index that removes old entries: run `catalogue setup`');
    const documents = searches.map((search) => ({
      expiresAt: new Date(search.at.getTime() + days * DAY_MS),
      ...search,
    }));
    await catalogue.searches.insertMany(documents, { ordered: false }).catch((error: unknown) => {
      throw withoutDocuments(error);
    });
  };
}

/** The driver's error has the rejected documents, and the log must not have what people typed. */
const withoutDocuments = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError ? new Error(`${error.message} (code ${error.code})`) : error;

async function hasIndex({ database, searches }: Catalogue): Promise<boolean> {
  const [collection] = await database.listCollections({ name: searches.collectionName }, { nameOnly: true }).toArray();
  return collection !== undefined && (await searches.indexExists(SEARCHES_EXPIRY_INDEX));
}
