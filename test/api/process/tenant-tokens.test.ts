/**
 * No search is sent without a tenant token: the API doesn't start with a key that can't sign one, unless that is
 * allowed. It signs with another key if its key is deleted, and the log says if its tokens expire by a wrong clock.
 */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../../../dev/processes/launcher.ts';
import { startProxy } from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, expectUnavailable, foundIdsOf, loggedRequest } from '../responses.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one', { title: 'Teapot' })] });
  token = await service.token('one');
  await service.startIndexer();
});
afterAll(() => service.stop());

/** Resolves when `/readyz` has this check of Meilisearch. */
const untilCheckIs = (api: Api, expected: string) =>
  eventually(
    async () => (await api.request('/readyz')).body.checks.meilisearch,
    (check) => check === expected,
  );

/** Runs `work` with a key for these actions on this test's index. Keys with the same `uid` are equal. */
async function withKey(
  actions: readonly string[],
  work: (key: string) => Promise<void>,
  { uid = randomUUID() as string, expiresAt = null as Date | null } = {},
): Promise<void> {
  const made = await service.meilisearch.createKey({
    uid,
    actions: [...actions],
    indexes: [service.indexName],
    expiresAt,
  });
  try {
    await work(made.key);
  } finally {
    await service.meilisearch.deleteKey(uid);
  }
}

const unsigned = { ALLOW_UNSIGNED_SEARCH: 'false' };

/** Expects exit code 2, as for an invalid environment, and one message that names the remedies. */
async function expectRefused(key: string): Promise<void> {
  const variables = { ...service.variables, ...unsigned, MEILISEARCH_API_KEY: key };
  const started = startProcess('src/main.js', [], variables);
  const code = await started.exited;
  const output = started.output();
  const errors = output.split('\n').filter((line) => line.includes('MEILISEARCH_API_KEY'));
  expect([code, errors.length]).toEqual([2, 1]);
  for (const word of ['keys.get', 'ALLOW_UNSIGNED_SEARCH=true', 'tenant tokens']) expect(errors[0]).toContain(word);
  expect(output).not.toMatch(/listening|\n\s+at /);
  if (key !== '') expect(output).not.toContain(key);
}

test('with a key that may not list keys the process ends with exit code 2, and names the remedies', async () => {
  await withKey(['search', 'indexes.get'], expectRefused);
});

test('also without a key', async () => {
  await expectRefused('');
});

test('a process that cannot start reports the cause, and not that it stopped connecting', async () => {
  const away = { MONGODB_URL: 'mongodb://127.0.0.1:1/away', MEILISEARCH_API_KEY: '' };
  const started = startProcess('src/main.js', [], { ...service.variables, ...unsigned, ...away });
  expect(await started.exited).toBe(2);
  expect(started.log.map(({ level, msg }) => [level, msg.includes('tenant tokens')])).toEqual([
    ['fatal', true],
    ['info', false],
  ]);
});

test('the API starts with a key that may list keys, and with one that may not if that is allowed', async () => {
  await withKey(['search', 'keys.get'], async (key) => {
    const api = await service.startApi({ ...unsigned, MEILISEARCH_API_KEY: key });
    const response = await api.request('/v1/products/search', { token, json: { query: 'teapot' } });
    expect(foundIdsOf(response)).toEqual(['p1']);
    expect(api.output()).not.toContain('tenant tokens');
  });
  await withKey(['search'], async (key) => {
    const api = await service.startApi({ ALLOW_UNSIGNED_SEARCH: 'true', MEILISEARCH_API_KEY: key });
    await api.line(({ msg }) => msg.includes('cannot sign tenant tokens'));
    await untilCheckIs(api, 'ok');
  });
});

test('if the engine is down at the start, searches are 503 after it is back until a key can sign', async () => {
  const proxy = await startProxy(service.variables.MEILISEARCH_URL ?? '');
  const uid = randomUUID();
  try {
    await withKey(
      ['search'],
      async (key) => {
        await proxy.refuse();
        const api = await service.startApi({
          ...unsigned,
          MEILISEARCH_API_KEY: key,
          SEARCH_CACHE_BYTES: '0',
          MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}`,
        });
        const search = () => api.request('/v1/products/search', { token, json: { query: 'teapot' } });
        expectProblem(await search(), 503, 'search_unavailable');
        await proxy.pass();
        await untilCheckIs(api, 'MEILISEARCH_API_KEY cannot sign tenant tokens');
        expectProblem(await search(), 503, 'search_unavailable');
        await api.line(({ reason }) => String(reason).includes('cannot sign tenant tokens'));
        expect((await api.request('/v1/products', { token })).status).toBe(200);
        await service.meilisearch.deleteKey(uid);
        await service.meilisearch.createKey({
          uid,
          actions: ['search', 'keys.get'],
          indexes: [service.indexName],
          expiresAt: null,
        });
        await untilCheckIs(api, 'ok');
        expect(foundIdsOf(await search())).toEqual(['p1']);
      },
      { uid },
    );
  } finally {
    await proxy.refuse();
  }
});

test('the API signs with another key from when its key is deleted', async () => {
  // Only for this index, so that no other service signs with it, and the newest, so that this API selects it.
  const key = await service.meilisearch.createKey({
    actions: ['search'],
    indexes: [service.indexName],
    expiresAt: null,
  });
  const api = await service.startApi();
  const search = (query: string) => api.request('/v1/products/search', { token, json: { query } });
  expect((await search('teapot')).status).toBe(200);
  await service.meilisearch.deleteKey(key.uid);
  // Each search is new, so none is served from the cache.
  for (const query of ['teapo', 'teap', 'tea']) {
    const response = await search(query);
    expect([response.status, response.body.length]).toEqual([200, 1]);
    await loggedRequest(api, response);
  }
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
});

const SHIFT_CLOCK = fileURLToPath(new URL('../../support/shift-clock.js', import.meta.url));
const BEHIND = { NODE_OPTIONS: `--import=${SHIFT_CLOCK}`, CLOCK_SHIFT_MS: String(-7_200_000) };

test.each(['without', 'with'])(
  'a clock two hours behind that of Meilisearch, %s the uid of the key: the log names the clock, not the key',
  async (uid) => {
    const key = await service.meilisearch.createKey({
      actions: ['search', 'indexes.get', ...(uid === 'with' ? [] : ['keys.get' as const])],
      indexes: [service.indexName],
      expiresAt: null,
    });
    try {
      const settings = {
        MEILISEARCH_API_KEY: key.key,
        ...(uid === 'with' ? { MEILISEARCH_API_KEY_UID: key.uid } : {}),
      };
      const api = await service.startApiProcess({ ...BEHIND, ...settings });
      expectUnavailable(await api.request('/v1/products/search', { token, json: { query: 'teapot' } }));
      await api.process.line(
        ({ reason }) => reason === "Meilisearch's clock is ahead of this machine's: tenant tokens expire",
      );
      expect(api.process.output()).not.toContain('refuses MEILISEARCH_API_KEY');
      const { body } = await api.request('/readyz');
      expect(body).toMatchObject({
        status: 'degraded',
        checks: { meilisearch: "has a clock ahead of this machine's" },
      });
    } finally {
      await service.meilisearch.deleteKey(key.uid);
    }
  },
);
