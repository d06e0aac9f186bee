/** The language in which all products of a merchant are stemmed: the merchant's locale, or the detected language. */
import { MAX_ID_LENGTH } from '../../../src/catalogue/definitions.ts';
import { readRankingPayload } from '../../../src/search/index/ranking-payload.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { insert, location, merchant, product, withoutValidators, withValidator } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { loaderOf } from '../support/in-process.ts';
import { concurrentTest, type OwnService, onService } from '../support/per-test-service.ts';
import { BROKEN, insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

/** Detects languages in the test's process. Jest lets no concurrent test load the detector's tables. */
const testInProcess = (name: string, work: (service: OwnService) => Promise<void>): void =>
  test(name, () => onService(work));

const GERMAN = [
  'Trinkflasche aus Glas mit Deckel für unterwegs',
  'Lederjacke für Herren in schwarz, gefüttert',
  'Wasserkocher mit Temperaturanzeige aus Edelstahl',
  'Gartenschlauch mit Spritzpistole und Halterung',
  'Schreibtischlampe mit verstellbarem Arm',
  'Kinderschuhe für den Winter, wasserdicht',
];
const ENGLISH = ['Garden hose with a spray gun', 'Leather jacket for men', 'Desk lamp with an arm'];

const shopWith = (given: object, titles: readonly string[]) => ({
  merchants: [merchant('one', given)],
  locations: [location('one-location', 'one')],
  products: productsOf('given', titles),
});

const productsOf = (name: string, titles: readonly string[]) =>
  titles.map((title, at) => product(`${name}-${at}`, 'one', { title, subtitle: '', description: '' }));

const languageIn = ({ json }: { readonly json: Buffer }) => languageOf(JSON.parse(json.toString()));

const languageOf = ({ ranking_payload = '' }: { readonly ranking_payload?: string }) =>
  readRankingPayload(ranking_payload).language;

async function languagesIn({ meilisearch, indexName }: TestService): Promise<readonly string[]> {
  const documents = [...(await searchDocuments(meilisearch, indexName)).values()];
  return documents.map(languageOf);
}

const eventuallyInLanguage = (service: TestService, language: string) =>
  eventually(
    () => languagesIn(service),
    (found) => found.every((each) => each === language),
  );

concurrentTest('the locale of a merchant sets the language of its products, also after a change', async (service) => {
  await insert(service.catalogue, shopWith({ locale: 'fr-CA' }, GERMAN));
  await service.startIndexer();
  await eventuallyEqual(service);
  expect(new Set(await languagesIn(service))).toEqual(new Set(['fr']));
  await service.catalogue.merchants.updateOne({ _id: 'one' }, { $set: { locale: 'de' } });
  await eventuallyInLanguage(service, 'de');
  expect(await service.catalogue.merchantLanguages.countDocuments()).toBe(0);
});

for (const locale of [undefined, 'german', 7]) {
  testInProcess(`without a locale (${String(locale)}) the language is detected once`, async (service) => {
    await insert(service.catalogue, shopWith({ locale }, GERMAN));
    const loader = loaderOf(service);
    await Promise.all([1, 2, 3].map(() => loader.load(['given-0'])));
    const [first] = await service.catalogue.merchantLanguages.find().toArray();
    expect(first).toMatchObject({ _id: 'one', language: 'de', isProvisional: false, detectedBy: 'tinyld 1.3.4' });
    await service.catalogue.products.deleteMany({});
    await insert(service.catalogue, { products: productsOf('english', [...ENGLISH, ...ENGLISH, ...ENGLISH]) });
    await loader.load(['english-0']);
    expect(await service.catalogue.merchantLanguages.find().toArray()).toEqual([first]);
  });
}

testInProcess('descriptions count, too: brands in the titles may be of another language', async (service) => {
  const titles = Array.from({ length: 200 }, (_, at) => `Steinbrück Casserole Kupferling “Rosmarin” ${at}`);
  const shop = shopWith({ locale: null }, titles);
  const description = 'It has a heavy lid and two wide handles. It is easy to clean and easy to store in a kitchen.';
  await insert(service.catalogue, { ...shop, products: shop.products.map((each) => ({ ...each, description })) });
  await loaderOf(service).load(['given-0']);
  expect(await service.catalogue.merchantLanguages.findOne({ _id: 'one' })).toMatchObject({ language: 'en' });
});

concurrentTest('one product is not enough to detect a language; more products are', async (service) => {
  await insert(service.catalogue, shopWith({ locale: null }, GERMAN.slice(0, 1)));
  await service.startIndexer();
  await eventuallyEqual(service);
  expect(await languagesIn(service)).toEqual(['en']);
  await insert(service.catalogue, { products: productsOf('more', [...GERMAN, ...GERMAN]) });
  await eventuallyInLanguage(service, 'de');
  await eventuallyEqual(service);
  expect(await service.catalogue.merchantLanguages.findOne()).toMatchObject({ language: 'de', isProvisional: false });
});

concurrentTest('a reindex detects the language again', async (service) => {
  await insert(service.catalogue, shopWith({ locale: null }, GERMAN));
  await service.startIndexer();
  await eventuallyEqual(service);
  await service.catalogue.products.deleteMany({});
  await insert(service.catalogue, {
    products: productsOf('english', [...ENGLISH, ...ENGLISH, ...ENGLISH, ...ENGLISH]),
  });
  await eventuallyEqual(service);
  expect(new Set(await languagesIn(service))).toEqual(new Set(['de']));
  expect((await service.command('reindex --allow-fewer')).code).toBe(0);
  await eventuallyEqual(service);
  expect(new Set(await languagesIn(service))).toEqual(new Set(['en']));
});

testInProcess('D33: a text that is not UTF-8 does not keep the language from being detected', async (service) => {
  await insert(service.catalogue, shopWith({ locale: null }, GERMAN));
  await insertRaw(service, [
    product('title', 'one', { title: `Gr${BROKEN}n` }),
    product('description', 'one', { description: BROKEN }),
  ]);
  const { documents } = await loaderOf(service).load(['given-0']);
  expect(documents.map(languageIn)).toEqual(['de']);
  expect(await service.catalogue.merchantLanguages.findOne()).toMatchObject({ _id: 'one', language: 'de' });
});

for (const length of [0, MAX_ID_LENGTH + 1]) {
  testInProcess(
    `D33: a merchant whose id has length ${length} has no stored language: its products are English, as for the API`,
    async (service) => {
      const { catalogue } = service;
      await withoutValidators(catalogue);
      const id = 'x'.repeat(length);
      const products = productsOf('given', GERMAN).map((each) => ({ ...each, merchantId: id }));
      await insert(catalogue, { merchants: [merchant(id, { locale: null }), merchant('two')], products });
      await insert(catalogue, { products: [product('of-two', 'two')] });
      const { documents } = await loaderOf(service).load(['given-0', 'of-two']);
      expect(documents.map(languageIn)).toEqual(['en', 'en']);
      expect(await catalogue.merchantLanguages.countDocuments()).toBe(0);
    },
  );
}

testInProcess('D33: languages from before the validator do not keep a reindex from starting', async (service) => {
  const { catalogue } = service;
  await insert(catalogue, shopWith({ locale: null }, GERMAN));
  await withoutValidators(catalogue, ['merchant_languages']);
  const rejected = [
    { _id: 'x'.repeat(MAX_ID_LENGTH + 1), language: 'nl' },
    { _id: UNREADABLE, language: 'nl' },
    { _id: BROKEN.repeat(MAX_ID_LENGTH), language: 'nl' },
    { _id: 'one', language: UNREADABLE, isProvisional: false },
  ];
  await insertRaw(service, [...rejected, { _id: 'valid', language: 'nl', isProvisional: false }], 'merchant_languages');
  await withValidator(catalogue, 'merchant_languages');
  const loader = loaderOf(service);
  await loader.redetectLanguages();
  expect(await catalogue.merchantLanguages.find().toArray()).toEqual([
    { _id: 'valid', language: 'nl', isProvisional: true },
  ]);
  expect((await loader.load(['given-0'])).documents.map(languageIn)).toEqual(['de']);
});

testInProcess('D33: a field that no driver can decode beside a detected language changes nothing', async (service) => {
  await insert(service.catalogue, shopWith({ locale: null }, GERMAN));
  for (const isProvisional of [true, false]) {
    await insertRaw(service, [{ _id: 'one', language: 'nl', isProvisional, note: UNREADABLE }], 'merchant_languages');
    const { documents } = await loaderOf(service).load(['given-0']);
    expect(documents.map(languageIn)).toEqual([isProvisional ? 'de' : 'nl']);
    await service.catalogue.merchantLanguages.deleteMany({});
  }
});
