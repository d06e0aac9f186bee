/**
 * Loads the analyzers of active merchants, which mapping their products requires.
 *
 * For a merchant without a `locale`, the language is detected from its first products and stored in
 * `merchant_languages`, where the API also reads it. The language stays the same until the index is rebuilt, so all
 * documents of a merchant use one language.
 */
import type { Document } from 'mongodb';
import { decodable } from '../../src/catalogue/decodable.ts';
import { COLLECTION_DEFINITIONS } from '../../src/catalogue/definitions.ts';
import type { Catalogue, StoredMerchantLanguage } from '../../src/catalogue/stored-documents.ts';
import { hasCode, MONGODB_CODES } from '../../src/engines/mongodb/errors.ts';
import { merchantLanguage } from '../../src/search/index/merchant-language.ts';
import { type Analyzer, analyzerOf, DEFAULT_LANGUAGE, languageOf } from '../../src/search/text/analyzer.ts';
import { textOfHtml } from '../../src/search/text/plain-text.ts';
import type { Reads } from './causal-reads.ts';
import { DETECTED_BY, type DetectedLanguage, detectLanguage } from './detect-language.ts';
import { INVALID_UTF8 } from './invalid-utf8-ids.ts';
import { relatedFieldsOf } from './related-fields.ts';

/** The analyzer of each active merchant, by merchant id. */
type Analyzers = ReadonlyMap<string, Analyzer>;

const LANGUAGE_FIELDS = { language: decodable('language'), isProvisional: decodable('isProvisional') };

/** What products of a merchant need of its StoredMerchantLanguage. */
type KnownLanguage = Pick<StoredMerchantLanguage, '_id' | 'language' | 'isProvisional'>;

/** Loads the analyzers of the given merchants, without disabled and missing ones. Throws what MongoDB throws. */
export async function loadAnalyzers(
  catalogue: Catalogue,
  reads: Reads,
  merchantIds: Iterable<string>,
): Promise<Analyzers> {
  const _id = { $in: [...new Set(merchantIds)] };
  const [active, known] = await Promise.all([
    reads.find(catalogue.merchants, { _id, status: { $ne: 'disabled' } }, { projection: relatedFieldsOf('merchants') }),
    reads.find(catalogue.merchantLanguages, { _id }, { projection: LANGUAGE_FIELDS }),
  ]);
  const languages = new Map<string, KnownLanguage>(known.map((each) => [each._id, each]));
  const undetected = active.filter(
    ({ _id: id, locale }) => !hasLanguage(locale) && languages.get(id)?.isProvisional !== false,
  );
  for (const { _id: id } of undetected)
    languages.set(id, await detectAndStore(catalogue, reads, id, languages.get(id) ?? null));
  return new Map(
    active.map(({ _id: id, locale }) => [id, analyzerOf(merchantLanguage(locale, languages.get(id)?.language))]),
  );
}

/**
 * Makes the next load of each merchant detect its language again. Marks the stored languages as provisional, and deletes
 * those from before the validator that it rejects: it would also reject the mark.
 */
export async function redetectLanguages({ merchantLanguages }: Catalogue): Promise<void> {
  const validator = COLLECTION_DEFINITIONS[merchantLanguages.collectionName]?.validator ?? {};
  await merchantLanguages.deleteMany({ $nor: [validator] });
  await merchantLanguages.updateMany({}, { $set: { isProvisional: true } });
}

const hasLanguage = (locale: unknown): boolean => typeof locale === 'string' && languageOf(locale) !== null;

/**
 * Detects and stores a language. When two processes do this at the same time, the first one wins, and both resolve to
 * its language.
 */
async function detectAndStore(
  catalogue: Catalogue,
  reads: Reads,
  merchantId: string,
  known: KnownLanguage | null,
): Promise<KnownLanguage> {
  const detected = await detectLanguage(await firstTexts(catalogue, reads, merchantId));
  // Keep a language that was detected from more text than there is now.
  if (known !== null && detected.isProvisional) return known;
  return await store(catalogue, merchantId, detected);
}

/**
 * Resolves to the stored language. The validator may reject the id of a merchant: its language is then English, because
 * the API reads none either.
 */
async function store(
  { merchantLanguages }: Catalogue,
  merchantId: string,
  detected: DetectedLanguage,
): Promise<KnownLanguage> {
  const fields = { ...detected, detectedBy: DETECTED_BY, detectedAt: new Date() };
  try {
    await merchantLanguages.updateOne({ _id: merchantId, isProvisional: true }, { $set: fields }, { upsert: true });
  } catch (error) {
    // A duplicate key: another process has stored a language meanwhile.
    if (!hasCode(error, MONGODB_CODES.duplicateKey, MONGODB_CODES.documentValidationFailure)) throw error;
  }
  const stored = await merchantLanguages.findOne({ _id: merchantId }, { projection: LANGUAGE_FIELDS });
  return stored ?? { _id: merchantId, language: DEFAULT_LANGUAGE, isProvisional: true };
}

const MAX_PRODUCTS = 200;

/** The first characters of a field if it is a string, otherwise an empty string. */
const firstCharacters = (field: string, length: number): Document => ({
  $cond: [{ $eq: [{ $type: `$${field}` }, 'string'] }, { $substrCP: [`$${field}`, 0, length] }, ''],
});

/** MongoDB's operators of texts throw for a text that is not valid UTF-8. Only its regular expressions don't. */
const HAS_INVALID_UTF8 = ['title', 'description'].map((field) => ({ [field]: { $type: 'string', ...INVALID_UTF8 } }));

async function firstTexts({ products }: Catalogue, reads: Reads, merchantId: string): Promise<string[]> {
  const stages = [
    { $match: { merchantId } },
    { $sort: { _id: 1 } },
    { $limit: MAX_PRODUCTS },
    { $match: { $nor: HAS_INVALID_UTF8 } },
    { $project: { _id: 0, title: firstCharacters('title', 80), description: firstCharacters('description', 120) } },
  ];
  const found = await reads.run((options) => products.aggregate<Document>(stages, options).toArray());
  // Each title with its description: brands and names in titles alone are of any language.
  return found.flatMap(({ title, description }) => [textOfHtml(String(title)), textOfHtml(String(description))]);
}
