/**
 * Detects that the change stream can't resume from a checkpoint's resume token: the oplog no longer holds it, it
 * belongs to another MongoDB, or it is damaged. A retry doesn't help then. The index must be rebuilt.
 */
import { type Db, MongoServerError, type ResumeToken } from 'mongodb';
import { tokenTimeMs } from '../../src/engines/mongodb/resume-token.ts';
import { Interrupted } from '../interruption.ts';
import { clusterTimeMs } from './server-clock.ts';

/**
 * The error codes of MongoDB for tokens that no stream can start after: first code, last code, and meaning. Codes above
 * 40,000 have no names. Sources: `resume_token.cpp` and `key_string.cpp` of the server.
 */
const LOST_CODES: readonly (readonly [firstCode: number, lastCode: number, meaning: string])[] = [
  [9, 9, 'the token is not hexadecimal'],
  [15, 15, 'the token ends too early'],
  [207, 207, 'the token does not name a collection'],
  [260, 260, 'the token is not valid for this stream'],
  [280, 280, 'MongoDB does not find the event of the token'],
  [286, 286, 'the oplog no longer holds the event of the token'],
  [10_334, 10_334, 'the event after it is too large, because of its _id'],
  [40_576, 40_576, 'the oplog no longer holds the event of the token'],
  [40_615, 40_615, 'the collection that the token names does not exist'],
  [40_646, 40_649, 'the token is empty, too long, or has a part of the wrong type'],
  [50_788, 50_788, 'the token names an event but no collection'],
  [50_793, 50_796, 'the token lacks a part, or a newer MongoDB made it'],
  [50_810, 50_831, 'the token cannot be decoded'],
  [50_854, 50_855, 'the token has a part of the wrong type'],
  [50_870, 50_872, 'the token lacks a part or has one of the wrong type'],
  [51_055, 51_057, 'the type of the token is missing or unknown'],
  [6_189_504, 6_189_505, 'the token is of no event, yet it has parts of an event'],
];

/** Returns the interruption for an error of the change stream; null for any other error. */
export function lostCheckpoint(error: unknown): Interrupted | null {
  if (error instanceof Interrupted) return error;
  if (!(error instanceof MongoServerError)) return null;
  const code = Number(error.code);
  const [, , meaning] = LOST_CODES.find(([first, last]) => code >= first && code <= last) ?? [];
  if (meaning === undefined) return null;
  return new Interrupted(
    'checkpoint lost',
    `MongoDB cannot resume from the resume token: ${meaning} (${error.codeName ?? code}: ${error.message})`,
    { cause: error },
  );
}

/**
 * Throws Interrupted `checkpoint lost` when MongoDB has not reached the time of the token. MongoDB reports no error for
 * such a token: the stream stays silent until MongoDB reaches that time. Throws what the driver throws.
 */
export async function assertReached(database: Db, token: ResumeToken): Promise<void> {
  if (tokenTimeMs(token) > (await clusterTimeMs(database)))
    throw new Interrupted(
      'checkpoint lost',
      'the checkpoint is of a time that MongoDB has not reached: was MongoDB restored from a backup?',
    );
}
