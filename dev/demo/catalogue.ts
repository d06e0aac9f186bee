/**
 * Fills a database with the demo's catalogue: generated shops, or the user's own file. Reuses a database that already
 * has this catalogue, including all changes made since.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { importRecords } from '../../src/catalogue/import/import.ts';
import { InputFault } from '../../src/catalogue/import/input-lines.ts';
import { setUp } from '../../src/catalogue/setup.ts';
import type { Catalogue, Stored } from '../../src/catalogue/stored-documents.ts';
import { createProgress } from '../../src/runtime/command-line/progress.ts';
import { issueToken } from '../../src/tenancy/access-tokens.ts';
import { generateCatalogue, importLines } from '../catalogue/generate.ts';
import { storedSecret } from '../stored-secret.ts';
import type { CatalogueOptions } from './options.ts';

/** Increment it when the generator changes, so that the shops are generated again. */
export const GENERATOR_VERSION = 3;

/**
 * Returns the name of the database and the index, the same for the same catalogue. Throws if the file can't be read.
 */
export function nameOf({ catalogue, merchants, products }: CatalogueOptions): string {
  const identity =
    catalogue === undefined
      ? [GENERATOR_VERSION, merchants, products]
      : [resolve(catalogue), statSync(catalogue).size, statSync(catalogue).mtimeMs];
  return `demo_${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 12)}`;
}

/** Imports the catalogue if the database doesn't have it yet. The signal stops the import between batches. */
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
  const input =
    options.catalogue === undefined
      ? Readable.from(importLines(generateCatalogue(options)), { objectMode: false })
      : createReadStream(options.catalogue);
  const result = await importRecords({
    catalogue,
    input,
    onBadLine: (line, reason) => progress.say(`line ${line}: ${reason}`),
    onUnknownField: (kind, field) => progress.say(`a ${kind} has no field ${field}, so it is ignored`),
    onProgress: ({ lines }) => progress.update(lines, null),
    stopping,
  })
    .catch((error: unknown) => {
      if (!(error instanceof InputFault)) throw error;
      throw new Error(`${options.catalogue} cannot be read completely: ${error.message}`);
    })
    .finally(() => progress.end());
  if (stopping.aborted) return;
  if (result.skipped > 0) say(`${result.skipped} of ${result.lines} lines could not be imported`);
  await markers.insertOne({ _id: 'filled' });
}

export interface Shop {
  readonly merchantId: string;
  readonly name: string;
  /** Visibility `all`. */
  readonly token: string;
  /** Visibility `published`: safe in a web page. */
  readonly publishedToken: string;
  /** A word that matches a published product of this shop. */
  readonly exampleQuery: string;
}

const MAX_SHOPS = 8;

/**
 * Issues tokens for the first merchants. Tokens are derived from `secret`, so they stay the same as long as the secret
 * does. Removes earlier tokens of the demo.
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

/** Resolves to the longest plain word in the title of the newest published product; to `blue` if there is none. */
async function exampleQueryOf({ products }: Catalogue, merchantId: string): Promise<string> {
  const newest = await products.findOne({ merchantId, status: 'published' }, { sort: { createdAt: -1, _id: -1 } });
  const words = typeof newest?.title === 'string' ? (newest.title.match(PLAIN_WORD) ?? []) : [];
  return words.toSorted((one, other) => other.length - one.length)[0]?.toLowerCase() ?? 'blue';
}

/** Resolves to the secret of the demo's tokens, the same for the same folder. */
export const tokenSecretIn = (folder: string): Promise<Buffer> =>
  storedSecret(join(folder, 'token-secret'), () => randomBytes(32));
