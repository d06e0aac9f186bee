/** Ids and prices as the index compares them. Filters use the same forms. */
import { createHash } from 'node:crypto';

const SAFE_ID = /^[a-z0-9][a-z0-9_-]{0,99}$/;

/**
 * An id as the index holds it, in primary keys and in filterable fields. The engine ignores case and accents when it
 * compares filter values, and allows only some characters in a primary key. An id that either could affect is replaced
 * by its hash, so two ids are equal in the index only if they are equal.
 */
export function indexKey(id: string): string {
  return SAFE_ID.test(id) ? id : `_${createHash('sha256').update(id).digest('hex')}`;
}

/** The prices that `indexPrice` rounds: with 15 digits, their JSON has a power of ten that is an exact double. */
const ROUNDED = { from: 1e-7, below: 1e19 } as const;

/**
 * A price as the index holds it, and as the API compares it: with 15 significant digits. The engine reads some doubles
 * with 16 or 17 digits as a neighbouring double, as those of 32-bit prices (11.350000381469727). Filters must round
 * their limits in the same way. The order of prices stays. Amounts that no price has are left as they are.
 */
export function indexPrice(price: number): number {
  const amount = Math.abs(price);
  return amount >= ROUNDED.from && amount < ROUNDED.below ? Number(price.toPrecision(15)) : price;
}
