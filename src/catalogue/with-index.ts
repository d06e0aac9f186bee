/**
 * Runs queries with a hint of the index that serves them. Without one, MongoDB tries several indexes on the first
 * documents, which may be unlike the others, and caches its choice for the data of all merchants.
 */
import { MongoServerError } from 'mongodb';
import { MONGODB_CODES } from '../engines/mongodb/errors.ts';

/** Runs `find` with the hint; again without it if the index is missing. Throws what `find` throws. */
export async function withIndex<T>(
  index: { readonly name: string },
  find: (options: { readonly hint?: string }) => Promise<T>,
): Promise<T> {
  try {
    return await find({ hint: index.name });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === MONGODB_CODES.badValue && /hint/i.test(error.message))
      return find({});
    throw error;
  }
}
