/** Renders the result of `verify` as text. */
import { printable } from '../../../src/runtime/command-line/command-line.ts';
import { groupBy } from '../../../src/runtime/lists.ts';
import type { Verification } from '../verify.ts';

/** Renders a summary, and a line for each merchant and kind of difference with its first ten ids. */
export function renderVerification({ products, differences, truncated }: Verification): string {
  if (differences.length === 0 && !truncated) return `${products} products: the index matches MongoDB`;
  if (differences.length === 0)
    return `${products} products: too many differences to compare all of them; run \`verify\` again`;
  const lines = [`${products} products: ${truncated ? 'more than ' : ''}${differences.length} differences`];
  const byMerchant = groupBy(differences, ({ merchant }) => merchant);
  for (const [merchant, ofMerchant] of [...byMerchant].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    for (const kind of ['missing', 'extra', 'stale', 'dead letter'] as const) {
      const ids = ofMerchant
        .filter((difference) => difference.kind === kind)
        .map(({ productId, key }) => printable(productId ?? key));
      if (ids.length > 0)
        lines.push(
          `${printable(merchant)}\t${kind}\t${ids.length}\t${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}`,
        );
    }
  }
  return lines.join('\n');
}
