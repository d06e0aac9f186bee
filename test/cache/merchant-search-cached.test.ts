/** The language of a merchant's searches is cached until the change stream reports a write. */
import type { Versions } from '../../src/cache/versions.ts';
import { merchantScope } from '../../src/catalogue/merchant-scope.ts';
import type { GuardedRead } from '../../src/engines/breaker/guarded-reads.ts';
import { createApiMetrics } from '../../src/runtime/monitoring/metrics.ts';
import { createFindMerchantSearch } from '../../src/search/rules/merchant-search.ts';
import { insertRaw, UNREADABLE } from '../indexer/support/writes/raw-insert.ts';
import { insert, merchant } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { BUDGET, followSteadily, follows } from '../support/versions.ts';

const detected = { isProvisional: false, detectedBy: 'test', detectedAt: new Date() };

let service: TestService;
let versions: Versions;

beforeAll(async () => {
  service = await createService();
  versions = followSteadily(service);
  await follows(versions);
});
afterAll(async () => {
  await versions.close();
  await service.stop();
});

function finder(metrics = createApiMetrics(), guardedRead: GuardedRead = (_operation, call) => call()) {
  const find = createFindMerchantSearch({
    catalogue: service.catalogue,
    versions,
    guardedRead,
    metrics,
    maxBytes: BUDGET.merchantSearch,
  });
  return async (id: string) => (await find(merchantScope(id, 'all'))).analyzer.language;
}

const eventuallyFound = (find: (id: string) => Promise<string>, id: string, language: string) =>
  eventually(
    () => find(id),
    (found) => found === language,
  );

test('is the locale, else the detected language, else English, and follows every write', async () => {
  const { merchants, merchantLanguages } = service.catalogue;
  const languageOf = finder();
  expect(await languageOf('one')).toBe('en');
  await insert(service.catalogue, { merchants: [merchant('one', { locale: null })] });
  await merchantLanguages.insertOne({ _id: 'one', language: 'de', ...detected });
  await eventuallyFound(languageOf, 'one', 'de');
  await merchants.updateOne({ _id: 'one' }, { $set: { locale: 'pt-BR' } });
  await eventuallyFound(languageOf, 'one', 'pt');
  await merchants.updateOne({ _id: 'one' }, { $unset: { locale: '' } });
  await eventuallyFound(languageOf, 'one', 'de');
  await merchantLanguages.deleteOne({ _id: 'one' });
  await eventuallyFound(languageOf, 'one', 'en');
});

test('is the detected language if the locale is no language tag, which is counted', async () => {
  await insert(service.catalogue, { merchants: [merchant('odd', { locale: { language: 'fr' } })] });
  await service.catalogue.merchantLanguages.insertOne({ _id: 'odd', language: 'nl', ...detected });
  const metrics = createApiMetrics();
  expect(await finder(metrics)('odd')).toBe('nl');
  expect(await metrics.registry.metrics()).toMatch(/malformed_values_total\{kind="merchant",field="locale"[^}]*\} 1/);
});

test("is the detected language if the driver can't decode the locale, which is counted", async () => {
  await insertRaw(service, [{ _id: 'unreadable', name: 'Shop', locale: UNREADABLE }], 'merchants');
  await service.catalogue.merchantLanguages.insertOne({ _id: 'unreadable', language: 'nl', ...detected });
  const metrics = createApiMetrics();
  expect(await finder(metrics)('unreadable')).toBe('nl');
  expect(await metrics.registry.metrics()).toMatch(/malformed_values_total\{kind="merchant",field="locale"[^}]*\} 1/);
});

test.each([
  ['constructor', 'is no language'],
  [5, 'is no text'],
  [UNREADABLE, "can't be decoded"],
])('is English if the detected language %p %s', async (language, why) => {
  // As stored before the validator.
  await service.database.command({ collMod: 'merchant_languages', validator: {} });
  await insertRaw(service, [{ _id: why, language, ...detected }], 'merchant_languages');
  expect(await finder()(why)).toBe('en');
});

test('a failed read fails its search only', async () => {
  let failures = 1;
  const languageOf = finder(createApiMetrics(), async (_operation, call) => {
    const found = await call();
    failures -= 1;
    if (failures >= 0) throw new Error('no connection');
    return found;
  });
  await insert(service.catalogue, { merchants: [merchant('failed', { locale: 'da' })] });
  await expect(languageOf('failed')).rejects.toThrow('no connection');
  expect(await languageOf('failed')).toBe('da');
});
