/**
 * Fills a database with the demo's catalogue: invented shops, or the user's own file. A database that was filled before
 * from the same is used again as it is, with whatever was changed in it since.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Catalogue, Stored } from '../../src/catalogue/collections.ts';
import { importRecords } from '../../src/catalogue/import/import.ts';
import { isInputFault } from '../../src/catalogue/import/input-lines.ts';
import { setUp } from '../../src/catalogue/setup.ts';
import { createProgress } from '../../src/runtime/progress.ts';
import { issueToken } from '../../src/tenancy/access-tokens.ts';
import { generateCatalogue } from '../catalogue/generate.ts';
import type { CatalogueOptions } from './options.ts';

/** Raise it when the generator changes: the shops are then made anew. */
const GENERATOR_VERSION = 3;

/** A name for the database and the index, the same for the same catalogue. Throws when the file cannot be read. */
export function nameOf({ catalogue, merchants, products }: CatalogueOptions): string {
  const identity =
    catalogue === undefined
      ? [GENERATOR_VERSION, merchants, products]
      : [resolve(catalogue), statSync(catalogue).size, statSync(catalogue).mtimeMs];
  return `demo_${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12)}`;
}

/** Brings the catalogue in where it is not there yet. `say` gets lines for the user; a signal stops it between batches. */
export async function fill(
  catalogue: Catalogue,
  options: CatalogueOptions,
  say: (line: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  const markers = catalogue.database.collection<{ _id: string }>('demo');
  if ((await markers.findOne({ _id: 'filled' })) !== null) return;
  await setUp(catalogue.database, () => undefined);
  const progress = createProgress({ what: 'import', unit: 'records', output: process.stderr });
  const input = options.catalogue === undefined ? Readable.from(linesOf(options)) : createReadStream(options.catalogue);
  const result = await importRecords({
    catalogue,
    input,
    onBadLine: (line, reason) => say(`line ${line}: ${reason}`),
    onUnknownField: (kind, field) => say(`a ${kind} has no field ${field}: it is left out`),
    onProgress: ({ lines }) => progress.update(lines, null),
    stopping,
  })
    .catch((error: unknown) => {
      throw isInputFault(error) ? new Error(`${options.catalogue} cannot be read to its end: ${error.message}`) : error;
    })
    .finally(() => progress.end());
  if (stopping.aborted) return;
  if (result.skipped > 0) say(`${result.skipped} of ${result.lines} lines could not be imported`);
  await markers.insertOne({ _id: 'filled' });
}

function* linesOf(options: CatalogueOptions): Generator<Buffer> {
  for (const record of generateCatalogue(options)) yield Buffer.from(`${JSON.stringify(record)}\n`);
}

export interface Shop {
  readonly merchantId: string;
  readonly name: string;
  /** Sees everything. */
  readonly token: string;
  /** Safe in a page. */
  readonly publishedToken: string;
  /** A word that finds something in this shop, also with the published token. */
  readonly exampleQuery: string;
}

const MAX_SHOPS = 8;

/**
 * Issues tokens for the first merchants. Tokens are derived from `secret`, so they are the same at each start with the same one;
 * those of another secret are removed.
 */
export async function openShops(catalogue: Catalogue, secret: Buffer): Promise<Shop[]> {
  await catalogue.accessTokens.deleteMany({ name: 'demo' });
  const merchants = await catalogue.merchants
    .find({ status: { $ne: 'disabled' } })
    .sort({ _id: 1 })
    .limit(MAX_SHOPS)
    .toArray();
  return Promise.all(merchants.map((merchant) => openShop(catalogue, merchant, secret)));
}

async function openShop(catalogue: Catalogue, merchant: Stored, secret: Buffer): Promise<Shop> {
  const token = (visibility: 'all' | 'published') =>
    issueToken(
      catalogue,
      { merchantId: merchant._id, visibility, name: 'demo', expiresAfterMs: null },
      createHmac('sha256', secret)
        .update(JSON.stringify([merchant._id, visibility]))
        .digest(),
    );
  return {
    merchantId: merchant._id,
    name: typeof merchant.name === 'string' ? merchant.name : merchant._id,
    token: await token('all'),
    publishedToken: await token('published'),
    exampleQuery: await exampleQueryOf(catalogue, merchant._id),
  };
}

/** Words that need no quoting in a shell or in JSON. */
const PLAIN_WORD = /(?<![\p{L}\p{N}])\p{L}{4,}(?![\p{L}\p{N}])/gu;

/** The longest plain word in the title of the newest published product; `blue` where there is none. */
async function exampleQueryOf({ products }: Catalogue, merchantId: string): Promise<string> {
  const newest = await products.findOne({ merchantId, status: 'published' }, { sort: { createdAt: -1, _id: -1 } });
  const words = typeof newest?.title === 'string' ? (newest.title.match(PLAIN_WORD) ?? []) : [];
  return words.toSorted((one, other) => other.length - one.length)[0]?.toLowerCase() ?? 'blue';
}

/** The secret that the tokens of the demo's data are derived from: in a file that only this user may read, or a new one. */
export async function tokenSecretIn(folder: string): Promise<Buffer> {
  const path = join(folder, 'token-secret');
  await writeFile(path, randomBytes(32), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return await readFile(path);
}
