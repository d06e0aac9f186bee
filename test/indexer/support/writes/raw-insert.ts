/** Inserts what no correct driver sends. MongoDB stores strings that are not UTF-8 and values of a wrong length. */
import type { Document } from 'mongodb';
import { insertCommand, sendInsert } from '../../../../dev/unreadable-documents.ts';
import type { TestService } from '../../../support/service.ts';

export { UNREADABLE } from '../../../../dev/unreadable-documents.ts';

const NOT_UTF8 = Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]);

/** Five characters that `insertRaw` replaces with five bytes that are not UTF-8. */
export const BROKEN = '\u0001\u0002\u0003\u0004\u0005';

/** Inserts documents that contain BROKEN or UNREADABLE. Throws when MongoDB refuses a document. */
export async function insertRaw(
  { database }: TestService,
  documents: readonly Document[],
  into = 'products',
): Promise<void> {
  const body = insertCommand(database, documents, into);
  for (let at = body.indexOf(BROKEN); at !== -1; at = body.indexOf(BROKEN)) NOT_UTF8.copy(body, at);
  const inserted = await sendInsert(database, body);
  if (inserted !== documents.length) throw new Error(`MongoDB took ${inserted} of ${documents.length} documents`);
}
