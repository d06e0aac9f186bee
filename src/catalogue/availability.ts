/**
 * Whether a product can be sold now. The index, its filter `inStock` and the order of equal matches share this
 * definition.
 */
import type { Stored } from './stored-documents.ts';
import { type Fields, fields, flag, number, type OnMalformed } from './values.ts';

/**
 * True for a product that is in stock, whose stock isn't counted (`tracked: false`, as of digital goods), or that is
 * sold beyond its stock (`allowBackorder`, as goods made to order). Without `tracked` the quantity decides. Calls
 * `malformed` for each malformed field.
 */
export function isAvailable(product: Stored, malformed: OnMalformed): boolean {
  const inventory = fields(product.inventory, 'inventory', malformed);
  return (
    !isTracked(inventory, malformed) ||
    flag(inventory.allowBackorder, 'inventory.allowBackorder', malformed) ||
    number(product.quantity, 'quantity', malformed) > 0
  );
}

/** Whether the stock of a product is counted. Only `false` says that it isn't. */
export const isTracked = (inventory: Fields, malformed: OnMalformed): boolean =>
  flag(inventory.tracked, 'inventory.tracked', malformed, true);
