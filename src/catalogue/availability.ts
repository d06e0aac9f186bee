/** Whether a product can be sold now, as the index, its filter `inStock` and the order of equal matches all mean it. */
import type { Stored } from './collections.ts';
import { fields, flag, number, type OnMalformed } from './values.ts';

/**
 * True for a product of which there is more than none, which isn't counted (`tracked: false`, as digital goods), or which is sold
 * beyond its stock (`allowBackorder`, as goods made to order). Without `tracked` the quantity decides. `malformed` is told malformed fields.
 */
export function isAvailable(product: Stored, malformed: OnMalformed): boolean {
  const inventory = fields(product.inventory, 'inventory', malformed);
  return (
    inventory.tracked === false ||
    flag(inventory.allowBackorder, 'inventory.allowBackorder', malformed) ||
    number(product.quantity, 'quantity', malformed) > 0
  );
}
