/**
 * Projections that the driver can always decode. MongoDB stores values that it can't, such as a binary value of a wrong length,
 * and one of them makes the whole document unreadable.
 */
import type { Document } from 'mongodb';

const DECODABLE = ['string', 'int', 'long', 'double', 'bool'];

/** Projects a top-level field to its value where that is a text, a number or a boolean, and to null otherwise. */
export const decodable = (field: string): Document => ({
  $cond: [{ $in: [{ $type: `$${field}` }, DECODABLE] }, `$${field}`, null],
});
