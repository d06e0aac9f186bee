/** D4: each change of the mapping or of the index settings must raise MAPPING_VERSION. */
import { createHash } from 'node:crypto';
import { Decimal128 } from 'mongodb';
import { icuNumberOf } from '../../../indexer/checkpoint/icu-version.ts';
import { SCHEMA_VERSION, schemaVersionOf } from '../../../indexer/checkpoint/schema-version.ts';
import { toSearchDocument } from '../../../indexer/documents/mapper.ts';
import type { OwnedStored } from '../../../src/catalogue/stored-documents.ts';
import { MAPPING_VERSION } from '../../../src/search/index/mapping-version.ts';
import { INDEX_SETTINGS } from '../../../src/search/index/settings.ts';
import { ANALYZED_LANGUAGES, analyzerOf } from '../../../src/search/text/analyzer.ts';
import { ENGLISH } from '../../support/english.ts';
import { collection, product } from '../../support/fixtures.ts';

/** The fingerprint of this version. */
const KNOWN = { version: 30, fingerprint: 'dbc2604e576b6bb6' };

/** Products that use every part of the mapping. */
const SAMPLES: readonly object[] = [
  { title: 'Trekking tents, 3-person', subtitle: 'Straße, ﬁne', description: 'Weighs 2.5 kg. Model AB-1200/X.' },
  {
    title: 'Akku 18V',
    description: '12x24 cm, 1-1/2 in., 2.40 m, 45 decibels',
    barcode: '4006381333931',
    inventory: { sku: 'DRL-18V/BL', tracked: true },
    price: Math.fround(11.35),
  },
  { title: '防水帐篷', variants: [{ key: 'Colour', value: 'red' }], specifications: { Weight: '3 kg' }, quantity: 0 },
  { title: 'Voucher', quantity: 0, inventory: { tracked: false } },
  { title: 'Galvanised disc, grey', description: 'With an adaptor.' },
  { title: 'Men&#39;s <b>coat', description: '<p>Of <b>wool</b></p><style>p {}</style>' },
  {
    title: 'Étagère',
    price: undefined,
    createdAt: 'soon',
    specifications: { Größe: 'Übergröße', Height: '2 m', Depth: Decimal128.fromString('1.5'), OE: '071 115 562 C' },
  },
  { title: 'عطر ١٠٠ مل', description: 'Battery of 10,000mAh' },
  { title: 7, status: 'archived', featured: true, quantity: 12, locationId: 'Über München', variants: 'none' },
];

/** Texts whose stems are particular to their languages. */
const SAMPLES_BY_LANGUAGE: Readonly<Record<string, object>> = {
  ar: { title: 'خراطيم ري', subtitle: 'شبكة أسماك، تونا' },
  bg: { title: 'Рюкзаци', subtitle: 'Планети, чукът' },
  da: { title: 'Prikkede kjoler', subtitle: 'Fiskestænger, dørlås, møbelknop' },
  de: { title: 'Bratpfannen', subtitle: 'Küchenmesser, Motoröle, Bluetooth' },
  he: { title: 'ז׳קט לתינוקות', subtitle: '250 מ״ל, בורג' },
  ja: { title: '折り紙 ソファー', subtitle: 'はさみ ヴァイオリン ヘッドフォン' },
  ko: { title: '축구공', subtitle: '고속충전기, 전자렌지' },
  no: { title: 'Postboks', subtitle: 'Fiskestenger, skriveren, turredskaper' },
  ro: { title: 'Lanțuri auto', subtitle: 'Grătare, semințe' },
  ru: { title: 'Шапочка детская', subtitle: 'Кровать, маечки' },
  uk: { title: 'Пляшечка дитяча', subtitle: "Ніготь, термоси, рації, м'ята" },
  vi: { title: 'Đèn bàn', subtitle: 'Điều hoà, đen' },
};

function fingerprint(): string {
  const collections = [
    collection('open', 'one', { name: 'Moonlit evenings' }),
    collection('hidden', 'one', { name: 'Clandestine plans', status: 'draft' }),
  ] as OwnedStored[];
  const documents = SAMPLES.map((given, index) =>
    toSearchDocument(product(`p-${index}`, 'one', given) as OwnedStored, collections, ENGLISH),
  );
  // Every language has a document, so that a new one raises the version.
  for (const language of [...ANALYZED_LANGUAGES].toSorted()) {
    const texts = SAMPLES_BY_LANGUAGE[language] ?? { title: 'Nail 2.5 x 40 mm' };
    documents.push(toSearchDocument(product(language, 'one', texts) as OwnedStored, collections, analyzerOf(language)));
  }
  return createHash('sha256')
    .update(JSON.stringify([INDEX_SETTINGS, documents]))
    .digest('hex')
    .slice(0, 16);
}

test('D4: the schema version is raised with each change of the mapping or the settings', () => {
  const now = { version: MAPPING_VERSION, fingerprint: fingerprint() };
  if (now.version !== KNOWN.version || now.fingerprint !== KNOWN.fingerprint)
    throw new Error(
      `The documents or the settings have changed: raise MAPPING_VERSION (src/search/index/mapping-version.ts), unless only the samples are new, and enter it here as KNOWN with the fingerprint ${now.fingerprint}`,
    );
});

test('the schema version includes the number of ICU, and a later mapping is newer with any ICU', () => {
  expect([schemaVersionOf(13, 78), schemaVersionOf(13, 77), schemaVersionOf(14, 60)]).toEqual([13078, 13077, 14060]);
  expect(SCHEMA_VERSION).toBe(schemaVersionOf(MAPPING_VERSION, icuNumberOf(process.versions.icu ?? '')));
});

const OWN_ICU = Number.parseInt(process.versions.icu ?? '', 10);

// If it fails, ICU makes other tokens of the samples: add them to NUMBERS with a number of their own.
(OWN_ICU >= 76 && OWN_ICU <= 78 ? test : test.skip)('D4: ICU 76 to 78 make the same tokens, and count as one', () => {
  expect(['74.2', '78.2', '79.1', ''].map((version) => icuNumberOf(version))).toEqual([78, 78, 78, 78]);
});

test('versions of ICU that make unknown tokens are ordered by their own numbers', () => {
  expect(['75.1', '79.1', ''].map((version) => icuNumberOf(version, ['แอ', 'ปเปิ้ล']))).toEqual([75, 79, 0]);
});
