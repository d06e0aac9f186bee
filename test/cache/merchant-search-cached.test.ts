/**
 * The language and the rules of a merchant's searches are cached until the change stream reports a write, and never used
 * after it, however read and write interleave.
 */
import type { Versions } from '../../src/cache/versions.ts';
import { merchantScope } from '../../src/catalogue/merchant-scope.ts';
import { SEARCH_RULE_LIMITS } from '../../src/catalogue/search-rule-limits.ts';
import { catalogueOf } from '../../src/catalogue/stored-documents.ts';
import type { GuardedRead } from '../../src/engines/breaker/guarded-reads.ts';
import { openMongo } from '../../src/engines/mongodb/client.ts';
import { createApiMetrics } from '../../src/runtime/monitoring/metrics.ts';
import { createFindMerchantSearch } from '../../src/search/rules/merchant-search.ts';
import { insertRaw, UNREADABLE } from '../indexer/support/writes/raw-insert.ts';
import { deferred } from '../support/deferred.ts';
import { insert, merchant } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { BUDGET, followSteadily, follows } from '../support/versions.ts';

const detected = { isProvisional: false, detectedBy: 'test', detectedAt: new Date() };

let service: TestService;
let versions: Versions;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  versions = followSteadily(service);
  await follows(versions);
});
afterAll(async () => {
  await versions.close();
  await service.stop();
});

/** Finds the language and the rules of a merchant, with its own cache. */
const createFind = (guardedRead: GuardedRead, metrics = createApiMetrics(), catalogue = service.catalogue) =>
  createFindMerchantSearch({
    catalogue,
    versions,
    guardedRead,
    metrics,
    maxBytes: BUDGET.merchantSearch,
  });

function finder(metrics = createApiMetrics(), guardedRead: GuardedRead = (_operation, call) => call()) {
  const find = createFind(guardedRead, metrics);
  return async (id: string) => (await find(merchantScope(id, 'all'))).analyzer.language;
}

const eventuallyFound = (find: (id: string) => Promise<string>, id: string, language: string) =>
  eventually(
    () => find(id),
    (found) => found === language,
  );

test('the language is the locale, else the detected language, else English, and follows every write', async () => {
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

test('the language is the detected language if the locale is no language tag, which is counted', async () => {
  await insert(service.catalogue, { merchants: [merchant('odd', { locale: { language: 'fr' } })] });
  await service.catalogue.merchantLanguages.insertOne({ _id: 'odd', language: 'nl', ...detected });
  const metrics = createApiMetrics();
  expect(await finder(metrics)('odd')).toBe('nl');
  expect(await metrics.registry.metrics()).toMatch(/malformed_values_total\{kind="merchant",field="locale"[^}]*\} 1/);
});

test("the language is the detected language if the driver can't decode the locale, which is counted", async () => {
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
])('the language is English if the detected language %p %s', async (language, why) => {
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

/** Writes rules of this merchant, and resolves when the change stream has reported the write. */
async function writeRules(write: () => Promise<unknown>): Promise<void> {
  const before = versions.ofTags('ruled', ['rules']);
  await write();
  await eventually(
    async () => versions.ofTags('ruled', ['rules']),
    (version) => version !== before,
  );
}

const ruled = merchantScope('ruled', 'all');

/** A read whose result is delivered only after `open` is called. */
function gatedRead() {
  const [hasRead, opened] = [deferred(), deferred()];
  const guardedRead: GuardedRead = async (_operation, call) => {
    const read = await call();
    hasRead.resolve();
    await opened.promise;
    return read;
  };
  return { guardedRead, hasRead: hasRead.promise, open: opened.resolve };
}

test('rules read before a write and delivered after it are not used by requests after it', async () => {
  const { searchRules } = service.catalogue;
  const rule = { _id: 'r', merchantId: 'ruled', query: 'tea', pinned: ['before'] };
  await writeRules(() => insert(service.catalogue, { searchRules: [rule] }));
  const { guardedRead, hasRead, open } = gatedRead();
  const find = createFind(guardedRead);
  const pinned = async () => (await find(ruled)).rules.queries.get('tea')?.pinned;
  const first = pinned();
  await hasRead;
  await writeRules(() => searchRules.updateOne({ _id: 'r' }, { $set: { pinned: ['after'] } }));
  const second = pinned();
  open();
  expect(await first).toEqual(['before']);
  expect(await second).toEqual(['after']);
  expect(await pinned()).toEqual(['after']);
});

test("the rules are read once for many searches, and bumped neither by other writes nor by other merchants' rules", async () => {
  // No test here writes this merchant's rules.
  const quiet = merchantScope('quiet', 'all');
  let reads = 0;
  const guardedRead: GuardedRead = (_operation, call) => {
    reads += 1;
    return call();
  };
  const find = createFind(guardedRead);
  const before = await eventually(
    async () => versions.ofTags('quiet', ['rules']),
    (version) => version !== null,
  );
  const others = versions.ofTags('other', ['rules']);
  await Promise.all(Array.from({ length: 20 }, () => find(quiet)));
  await insert(service.catalogue, {
    products: [{ _id: 'p', merchantId: 'quiet' }],
    searchRules: [{ _id: 'foreign', merchantId: 'other', query: 'tea', pinned: ['p'] }],
  });
  await eventually(
    async () => versions.ofTags('other', ['rules']),
    (version) => version !== others,
  );
  expect(versions.ofTags('quiet', ['rules'])).toBe(before);
  await find(quiet);
  expect(reads).toBe(1);
});

test('other events run while many rules are read', async () => {
  const synonyms = Array.from({ length: SEARCH_RULE_LIMITS.synonyms }, (_, at) => `red synonym number ${at}`);
  const searchRules = Array.from({ length: 1000 }, (_, at) => ({ _id: `many-${at}`, merchantId: 'many', synonyms }));
  await insert(service.catalogue, { searchRules });
  const client = openMongo(service.variables.MONGODB_URL ?? '', { appName: 'test' });
  client.options.monitorCommands = true;
  let [turns, isReading] = [0, true];
  // The last response of MongoDB has the rules.
  client.on('commandSucceeded', () => {
    turns = 0;
  });
  const countTurns = () => {
    turns += 1;
    if (isReading) setImmediate(countTurns);
  };
  countTurns();
  try {
    const find = createFind((_operation, call) => call(), createApiMetrics(), catalogueOf(client.db()));
    const { rules } = await find(merchantScope('many', 'all'));
    expect(rules.synonyms.size).toBe(synonyms.length);
    expect(turns).toBeGreaterThan(0);
  } finally {
    isReading = false;
    await client.close();
  }
});
