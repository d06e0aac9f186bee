/**
 * Projections that the driver can always decode. MongoDB can store values that the driver can't decode, such as a
 * binary value with a wrong length. One such value makes the whole document unreadable.
 */
import type { Document } from 'mongodb';

const DECODABLE = ['string', 'int', 'long', 'double', 'bool'];

/** Projects a field to its value if it is a string, a number or a boolean, otherwise to null. */
export const decodable = (field: string): Document => ({
  $cond: [{ $in: [{ $type: `$${field}` }, DECODABLE] }, `$${field}`, null],
});
