/** Inserts what no correct driver sends. MongoDB stores strings that are not UTF-8 and values of a wrong length. */
import type { Document } from 'mongodb';
import { insertCommand, sendInsert } from '../../../../dev/unreadable-documents.ts';
import type { TestService } from '../../../support/service.ts';

export { UNREADABLE } from '../../../../dev/unreadable-documents.ts';

const NOT_UTF8 = Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]);

/** Five characters that `insertRaw` replaces with five bytes that are not UTF-8. */
export const BROKEN = '\u0001\u0002\u0003\u0004\u0005';

/** A key that `insertRaw` renames to `merchantId`, so that a document has it twice. */
export const SECOND_MERCHANT_ID = 'MERCHANTID';

const REPLACEMENTS: readonly (readonly [text: string, bytes: Buffer])[] = [
  [BROKEN, NOT_UTF8],
  [SECOND_MERCHANT_ID, Buffer.from('merchantId')],
];

/** Inserts documents that contain BROKEN, SECOND_MERCHANT_ID or UNREADABLE. Throws when MongoDB refuses a document. */
export async function insertRaw(
  { database }: TestService,
  documents: readonly Document[],
  into = 'products',
): Promise<void> {
  const body = insertCommand(database, documents, into);
  for (const [text, bytes] of REPLACEMENTS)
    for (let at = body.indexOf(text); at !== -1; at = body.indexOf(text)) bytes.copy(body, at);
  const inserted = await sendInsert(database, body);
  if (inserted !== documents.length) throw new Error(`MongoDB took ${inserted} of ${documents.length} documents`);
}
