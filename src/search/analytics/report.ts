/** Reports what a merchant's shoppers searched, and what they didn't find, from the search log. */
import type { Catalogue } from '../../catalogue/stored-documents.ts';
import { printable } from '../../runtime/command-line/command-line.ts';

interface SearchReport {
  readonly merchantId: string;
  readonly since: string;
  /** How many searches were logged, and how many of these found nothing, with or without a filter. */
  readonly searches: number;
  readonly foundNothing: number;
  /** The most frequent first. */
  readonly top: readonly SearchFigures[];
  /** Searches without a filter that found nothing, the most frequent first. */
  readonly nothing: readonly Pick<SearchFigures, 'query' | 'searches' | 'lastAt'>[];
}

interface SearchFigures {
  readonly query: string;
  readonly searches: number;
  readonly foundNothing: number;
  /** The average number of products. */
  readonly products: number;
  readonly tookMs: number;
  readonly lastAt: string;
}

interface ReportOptions {
  readonly merchantId: string;
  readonly days: number;
  /** How many queries each list has. */
  readonly limit: number;
}

const DAY_MS = 86_400_000;
const READ_TIMEOUT_MS = 60_000;
const IS_NOTHING = { $cond: [{ $eq: ['$hits', 0] }, 1, 0] };

/** Reads the report. Throws what the driver throws. */
export async function readSearchReport({ searches }: Catalogue, options: ReportOptions): Promise<SearchReport> {
  const { merchantId, days, limit } = options;
  const since = new Date(Date.now() - days * DAY_MS);
  const match = { merchantId, at: { $gte: since } };
  const mostFrequent = [{ $sort: { searches: -1, _id: 1 } }, { $limit: limit }] as const;
  const read = <T extends object>(stages: readonly object[]) =>
    searches.aggregate<T>([...stages], { maxTimeMS: READ_TIMEOUT_MS, allowDiskUse: true }).toArray();
  const figures = {
    searches: { $sum: 1 },
    foundNothing: { $sum: IS_NOTHING },
    products: { $avg: '$hits' },
    tookMs: { $avg: '$tookMs' },
    lastAt: { $max: '$at' },
  };
  const [totals, top, nothing] = await Promise.all([
    read<Row>([{ $match: match }, { $group: { _id: null, ...figures } }]),
    read<Row>([{ $match: match }, { $group: { _id: '$query', ...figures } }, ...mostFrequent]),
    read<Row>([
      { $match: { ...match, hits: 0, isFiltered: false } },
      { $group: { _id: '$query', ...figures } },
      ...mostFrequent,
    ]),
  ]);
  return {
    merchantId,
    since: since.toISOString(),
    searches: totals[0]?.searches ?? 0,
    foundNothing: totals[0]?.foundNothing ?? 0,
    top: top.map(figuresOf),
    nothing: nothing.map(figuresOf).map(({ query, searches: count, lastAt }) => ({ query, searches: count, lastAt })),
  };
}

interface Row {
  readonly _id: string;
  readonly searches: number;
  readonly foundNothing: number;
  readonly products: number;
  readonly tookMs: number;
  readonly lastAt: Date;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const figuresOf = ({ _id, searches, foundNothing, products, tookMs, lastAt }: Row): SearchFigures => ({
  query: _id,
  searches,
  foundNothing,
  products: rounded(products),
  tookMs: rounded(tookMs),
  lastAt: lastAt.toISOString(),
});

/** The report as lines for people. */
export function linesOf({ merchantId, since, searches, foundNothing, top, nothing }: SearchReport): string[] {
  const from = since.slice(0, 10);
  if (searches === 0) return [`No searches of ${merchantId} were logged since ${from}.`];
  const percent = Math.round((1000 * foundNothing) / searches) / 10;
  return [
    `Searches of ${merchantId} since ${from}: ${searches} logged, ${foundNothing} of them (${percent} %) found nothing.`,
    '',
    'Most frequent',
    ...tableOf(
      ['searches', 'found nothing', 'products', 'ms', 'query'],
      top.map((each) => [each.searches, each.foundNothing, each.products, each.tookMs, printable(each.query)]),
    ),
    '',
    'Found nothing, without a filter',
    ...(nothing.length === 0
      ? ['(none)']
      : tableOf(
          ['searches', 'last', 'query'],
          nothing.map((each) => [each.searches, each.lastAt.slice(0, 10), printable(each.query)]),
        )),
  ];
}

/** Aligns all columns to the right, except the last. */
function tableOf(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const lines = [heads, ...rows.map((row) => row.map(String))];
  const widths = heads.slice(0, -1).map((_head, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
}
