/** Renders the explanation of a product as text. */
import { printable } from '../../../src/runtime/command-line/command-line.ts';
import type { Explanation } from '../explain.ts';
import { renderRows } from './rows.ts';

const REPAIR = 'run `verify --repair`, or wait for the next change of the product';
const FIX_SOURCE = 'the product must be written to MongoDB again';
const RETRY = 'correct what the dead letter names, and run `dead-letters retry`';

/** Returns what an operator can do about a product that differs. */
function remedyOf({ mongodb, deadLetter, pending }: Explanation): string {
  if (mongodb.state === 'unreadable') return FIX_SOURCE;
  return deadLetter === null ? (pending ?? REPAIR) : RETRY;
}

/** Renders a row for each part of the explanation. */
export function renderExplanation(explanation: Explanation): string {
  const { productId, key, mongodb, index, agrees, deadLetter } = explanation;
  const inMongodb = {
    document: `product of merchant ${mongodb.merchantId}, ${mongodb.status ?? 'without a status'}`,
    absent: 'no such product',
    hidden:
      mongodb.merchantId === null
        ? 'it has no readable merchant id, so no search finds it'
        : `its merchant ${mongodb.merchantId} is disabled or missing, so no search finds it`,
    unreadable: mongodb.reason ?? 'it cannot be mapped to a document',
  }[mongodb.state];
  const inIndex = {
    document: 'a document',
    absent: 'nothing',
    tombstone: 'nothing (a tombstone that is removed later)',
  }[index.state];
  const letter =
    deadLetter && `${deadLetter.reason} (${deadLetter.tries} tries, the last at ${deadLetter.lastAt.toISOString()})`;
  const rows: [string, string][] = [
    ['product', productId],
    ['key', key],
    ['MongoDB', inMongodb],
    ['index', inIndex],
    ['last written', index.indexedAt?.toISOString() ?? 'not known'],
    ['agrees', agrees ? 'yes' : `no: ${remedyOf(explanation)}`],
    ['dead letter', letter ?? 'none'],
  ];
  return renderRows(rows.map(([name, value]) => [name, printable(value)]));
}
