/** Renders dead letters as text or JSON. */
import { printable } from '../../../src/runtime/command-line/command-line.ts';
import type { DeadLetter } from '../../pipeline/dead-letters.ts';
import { renderRows } from './rows.ts';

const HEADER = ['product', 'merchant', 'tries', 'first', 'last', 'reason'];

/** Renders a table with a header and one row per dead letter. */
export function renderDeadLetters(letters: readonly DeadLetter[]): string {
  const rows = letters.map(({ productId, merchantId, tries, firstAt, lastAt, reason }) => [
    printable(productId),
    printable(merchantId ?? 'not known'),
    String(tries),
    firstAt.toISOString(),
    lastAt.toISOString(),
    printable(reason.replaceAll(/\s+/g, ' ')),
  ]);
  return renderRows([HEADER, ...rows]);
}

/** Renders one JSON object, without the internal fields. */
export const toJson = ({ productId, merchantId, reason, firstAt, lastAt, tries }: DeadLetter): string =>
  JSON.stringify({ id: productId, merchant: merchantId, reason, firstAt, lastAt, tries });
