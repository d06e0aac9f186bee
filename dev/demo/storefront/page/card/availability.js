/** Whether a product can be bought, and the labels for it. The filter `inStock` follows the same rule. */

/**
 * Takes a full product. Returns `in stock`; `available` if stock isn't tracked or backorders are allowed; otherwise
 * `sold out`.
 */
export function availabilityOf({ quantity, inventory }) {
  if (quantity > 0) return 'in stock';
  return inventory.tracked === false || inventory.allowBackorder ? 'available' : 'sold out';
}

export const AVAILABILITY_NAMES = { 'in stock': 'In stock', available: 'Available', 'sold out': 'Sold out' };
