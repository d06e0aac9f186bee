/** Whether a product can be sold now, as the index, its filter `inStock` and the order of equal matches all mean it. */
import type { Stored } from './collections.ts';
import { fields, flag, number, type Odd } from './values.ts';

/**
 * True for a product of which there is more than none, which isn't counted (`tracked: false`, as digital goods), or which is sold
 * beyond its stock (`allowBackorder`, as goods made to order). Without `tracked` the quantity decides. `odd` is told malformed fields.
 */
export function isAvailable(product: Stored, odd: Odd): boolean {
  const inventory = fields(product.inventory, 'inventory', odd);
  return (
    inventory.tracked === false ||
    flag(inventory.allowBackorder, 'inventory.allowBackorder', odd) ||
    number(product.quantity, 'quantity', odd) > 0
  );
}
