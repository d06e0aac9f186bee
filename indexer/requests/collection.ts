/** The collection of everything that operators request. One document per request. */
export const JOBS = 'indexer_jobs';
