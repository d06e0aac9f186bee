/**
 * Requests of operators for the whole index. Jobs are documents of one MongoDB collection, so they outlive the leader. The
 * collection also holds the rewrites of products, or of all products of a merchant (`rewrites.ts`).
 */
import type { Db } from 'mongodb';
import { createDropRequest, type DropRequest } from './drop-request.ts';
import { createOperations, type Operations } from './operations.ts';
import { createPause, type Pause } from './pause.ts';

export interface Jobs extends Operations, DropRequest, Pause {}

/** `database` reads from the primary and writes with majority. */
export const createJobs = (database: Db, indexName: string): Jobs => ({
  ...createOperations(database, indexName),
  ...createDropRequest(database, indexName),
  ...createPause(database, indexName),
});
