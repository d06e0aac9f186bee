/** With a clock far behind that of Meilisearch, every tenant token has expired: the log names the clock, not the key. */
import { fileURLToPath } from 'node:url';
import { insert, product, shop } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';
import { expectUnavailable } from '../responses.ts';

const SHIFT_CLOCK = fileURLToPath(new URL('../../support/shift-clock.js', import.meta.url));
const BEHIND = { NODE_OPTIONS: `--import=${SHIFT_CLOCK}`, CLOCK_SHIFT_MS: String(-7_200_000) };

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one', { title: 'Teapot' })] });
  await service.startIndexer();
});
afterAll(() => service.stop());

test.each(['without', 'with'])('a clock two hours behind, %s the uid of the key', async (uid) => {
  const key = await service.meilisearch.createKey({
    actions: ['search', 'indexes.get', ...(uid === 'with' ? [] : ['keys.get' as const])],
    indexes: [service.indexName],
    expiresAt: null,
  });
  try {
    const settings = { MEILISEARCH_API_KEY: key.key, ...(uid === 'with' ? { MEILISEARCH_API_KEY_UID: key.uid } : {}) };
    const api = await service.startApiProcess({ ...BEHIND, ...settings });
    const token = await service.token('one');
    expectUnavailable(await api.request('/v1/products/search', { token, json: { query: 'teapot' } }));
    await api.process.line(
      ({ reason }) => reason === "Meilisearch's clock is ahead of this machine's: tenant tokens expire",
    );
    expect(api.process.output()).not.toContain('refuses MEILISEARCH_API_KEY');
    const { body } = await api.request('/readyz');
    expect(body).toMatchObject({ status: 'degraded', checks: { meilisearch: "has a clock ahead of this machine's" } });
  } finally {
    await service.meilisearch.deleteKey(key.uid);
  }
});
