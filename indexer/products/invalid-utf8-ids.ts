/**
 * Product ids that are not valid UTF-8. MongoDB stores them, but nobody can ask for them: the driver reads each invalid
 * byte as U+FFFD, so it reads different ids as the same text, and in another order than MongoDB's.
 */
import { decodable } from '../../src/catalogue/decodable.ts';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import type { Reads } from './causal-reads.ts';

/** Matches every id that can be asked for. MongoDB's regular expressions match only valid UTF-8. */
export const VALID_ID = { $gt: '', $regex: '' } as const;

/** Matches a text that is not valid UTF-8. */
export const INVALID_UTF8 = { $not: { $regex: '' } } as const;

/** Resolves to up to `limit` of these ids, as the driver reads them. Throws what MongoDB throws. */
export async function listInvalidUtf8Ids({ products }: Catalogue, reads: Reads, limit: number): Promise<string[]> {
  const stages = [
    { $match: { _id: { $gt: '' } } },
    { $project: { _id: 1 } },
    // Without this limit, MongoDB reads each product before it looks at the id.
    { $limit: Number.MAX_SAFE_INTEGER },
    { $match: { _id: INVALID_UTF8 } },
    { $limit: limit },
  ];
  const found = await reads.run((options) => products.aggregate<{ readonly _id: string }>(stages, options).toArray());
  return found.map(({ _id }) => _id);
}

/** Resolves to the merchants of products with these ids, by the id that the driver reads. Throws what MongoDB throws. */
export async function merchantsOfInvalidUtf8Ids(
  { products }: Catalogue,
  reads: Reads,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(ids.filter((id) => id.includes('\ufffd')));
  const merchants = new Map<string, string>();
  const projection = { merchantId: decodable('merchantId') };
  for (const prefix of new Set([...wanted].map(asciiPrefix)))
    await reads.run(async (options) => {
      const _id = { ...afterPrefix(prefix), ...INVALID_UTF8 };
      for await (const found of products.find({ _id }, { ...options, projection }))
        if (wanted.has(found._id)) merchants.set(found._id, found.merchantId);
    });
  return merchants;
}

const asciiPrefix = (id: string): string => /^[\0-~]*/.exec(id)?.[0] ?? '';

/** Matches the ids that begin with an ASCII prefix and continue with a byte of 0x7F or more. */
function afterPrefix(prefix: string) {
  const $gt = `${prefix}\x7f`;
  if (prefix === '') return { $gt };
  const next = String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return { $gt, $lt: prefix.slice(0, -1) + next };
}
