/** Whether a product can be bought, and what the page calls that. The filter `inStock` follows the same rule. */

/**
 * Takes a whole product. `in stock`; `available` if the stock isn't counted or may be sold beyond what is there; otherwise
 * `sold out`.
 */
export function availabilityOf({ quantity, inventory }) {
  if (quantity > 0) return 'in stock';
  return inventory.tracked === false || inventory.allowBackorder ? 'available' : 'sold out';
}

export const AVAILABILITY_NAMES = { 'in stock': 'In stock', available: 'Available', 'sold out': 'Sold out' };
