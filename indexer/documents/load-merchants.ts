/**
 * Loads what the documents of products need of their merchants: whether they are active, and in which language they are.
 *
 * A merchant without a `locale` has the language that was detected from its first products and is kept in `merchant_languages`, where the
 * API reads it, too. It stays the same until the index is rebuilt, so that all its products are in one language.
 */
import type { Document } from 'mongodb';
import type { Catalogue, StoredMerchantLanguage } from '../../src/catalogue/collections.ts';
import { chunksOf } from '../../src/runtime/chunks.ts';
import { merchantLanguage } from '../../src/search/index/merchant-language.ts';
import { type Analyzer, analyzerOf, languageOf } from '../../src/search/text/analyzer.ts';
import type { Reads } from './causal-reads.ts';
import { decodable } from './decodable.ts';
import { DETECTED_BY, type DetectedLanguage, detectLanguage } from './detect-language.ts';

/** By the id of a merchant: the analyzer of its language. */
export type ActiveMerchants = ReadonlyMap<string, Analyzer>;

const DETECTIONS_AT_ONCE = 8;

/** Those of the merchants that exist and aren't disabled. Throws what MongoDB throws. */
export async function loadActiveMerchants(
  catalogue: Catalogue,
  reads: Reads,
  merchantIds: Iterable<string>,
): Promise<ActiveMerchants> {
  const _id = { $in: [...new Set(merchantIds)] };
  const [active, known] = await Promise.all([
    reads((options) =>
      catalogue.merchants
        .find({ _id, status: { $ne: 'disabled' } }, { ...options, projection: { locale: decodable('locale') } })
        .toArray(),
    ),
    reads((options) => catalogue.merchantLanguages.find({ _id }, { ...options }).toArray()),
  ]);
  const languages = new Map(known.map((each) => [each._id, each]));
  const unsettled = active.filter(
    ({ _id: id, locale }) => !hasLanguage(locale) && languages.get(id)?.isProvisional !== false,
  );
  for (const some of chunksOf(unsettled, DETECTIONS_AT_ONCE)) {
    const settled = await Promise.all(
      some.map(({ _id: id }) => settleLanguage(catalogue, reads, id, languages.get(id) ?? null)),
    );
    for (const each of settled) languages.set(each._id, each);
  }
  return new Map(
    active.map(({ _id: id, locale }) => [id, analyzerOf(merchantLanguage(locale, languages.get(id)?.language))]),
  );
}

/** Has the language of each merchant without a locale detected anew when its products are loaded next. */
export async function redetectLanguages({ merchantLanguages }: Catalogue): Promise<void> {
  await merchantLanguages.updateMany({}, { $set: { isProvisional: true } });
}

const hasLanguage = (locale: unknown): boolean => typeof locale === 'string' && languageOf(locale) !== null;

/** Detects and stores a language. Of two processes at once the first wins, and both resolve to what it stored. */
async function settleLanguage(
  catalogue: Catalogue,
  reads: Reads,
  merchantId: string,
  known: StoredMerchantLanguage | null,
): Promise<StoredMerchantLanguage> {
  const detected = await detectLanguage(await firstTexts(catalogue, reads, merchantId));
  // A language that was detected from more than is there now stays.
  if (known !== null && detected.isProvisional) return known;
  return await store(catalogue, merchantId, detected);
}

async function store(
  { merchantLanguages }: Catalogue,
  merchantId: string,
  detected: DetectedLanguage,
): Promise<StoredMerchantLanguage> {
  const fields = { ...detected, detectedBy: DETECTED_BY, detectedAt: new Date() };
  await merchantLanguages
    .updateOne({ _id: merchantId }, { $setOnInsert: fields }, { upsert: true })
    .catch(ignoreDuplicate);
  await merchantLanguages.updateOne({ _id: merchantId, isProvisional: true }, { $set: fields });
  const stored = await merchantLanguages.findOne({ _id: merchantId });
  return stored ?? { _id: merchantId, ...fields };
}

const DUPLICATE_KEY = 11000;

/** Another process inserted it. */
function ignoreDuplicate(error: { readonly code?: unknown }): void {
  if (error.code !== DUPLICATE_KEY) throw error;
}

const MAX_PRODUCTS = 200;

/** The beginning of a field, where it is a text. */
const beginning = (field: string, length: number): Document => ({
  $cond: [{ $eq: [{ $type: `$${field}` }, 'string'] }, { $substrCP: [`$${field}`, 0, length] }, ''],
});

async function firstTexts({ products }: Catalogue, reads: Reads, merchantId: string): Promise<string[]> {
  const projection = { _id: 0, title: beginning('title', 80), description: beginning('description', 120) };
  const found = await reads((options) =>
    products
      .find({ merchantId }, { ...options, projection })
      .sort({ _id: 1 })
      .limit(MAX_PRODUCTS)
      .toArray(),
  );
  return [...found.map(({ title }) => String(title)), ...found.map(({ description }) => String(description))];
}
