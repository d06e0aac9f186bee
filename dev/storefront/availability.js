/** Whether a product can be bought, and what the page calls that. The rule is the one that the filter `inStock` follows. */

/**
 * `in stock`; `available` where the stock says nothing, since it is not counted or may be sold beyond; `sold out`; or null
 * where the product is in the reduced form, whose quantity alone does not tell.
 */
export function availabilityOf({ quantity, inventory, isSoldOut }) {
  if (quantity > 0) return 'in stock';
  if (inventory !== undefined) {
    return inventory.tracked === false || inventory.allowBackorder ? 'available' : 'sold out';
  }
  if (isSoldOut === undefined) return null;
  return isSoldOut ? 'sold out' : 'available';
}

/** What it is called on the page. */
export const AVAILABILITY_NAMES = { 'in stock': 'In stock', available: 'Available', 'sold out': 'Sold out' };
