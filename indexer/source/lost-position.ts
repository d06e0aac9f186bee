/** The stream cannot go on from a position: the oplog has rolled over it, or it belongs to another cluster. */
import { MongoServerError } from 'mongodb';

export class LostPosition extends Error {
  override readonly name = 'LostPosition';
}

/** ChangeStreamHistoryLost, ChangeStreamFatalError, InvalidResumeToken and the codes of a token that cannot be read. */
const LOST_CODES = new Set([286, 280, 260, 40_576, 40_615, 40_649, 50_795, 50_811, 9, 15]);

/** The LostPosition that an answer of MongoDB tells of; null for any other error. */
export function lostPosition(error: unknown): LostPosition | null {
  if (error instanceof LostPosition) return error;
  if (!(error instanceof MongoServerError) || !LOST_CODES.has(Number(error.code))) return null;
  return new LostPosition(`MongoDB cannot resume there (${error.codeName ?? error.code}: ${error.message})`, {
    cause: error,
  });
}
