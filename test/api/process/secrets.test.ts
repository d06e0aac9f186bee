/** A secret may be given as a file. An error names the variable, never the content or the path of the file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.ts';
import { createService, type TestService } from '../../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  folder = await mkdtemp(join(tmpdir(), 'catalogue-secrets-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** The message about an environment with these variables. */
function faultsOf(variables: Record<string, string>): string {
  try {
    readConfig('api', { MEILISEARCH_URL: 'http://127.0.0.1:2', ...variables });
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the environment is valid');
}

test('both secrets from files, with and without a trailing line break', async () => {
  const { MONGODB_URL = '', MEILISEARCH_API_KEY = '' } = service.variables;
  const api = await service.startApi({
    MONGODB_URL: '',
    MONGODB_URL_FILE: await fileOf('mongodb', `${MONGODB_URL}\n`),
    MEILISEARCH_API_KEY: '',
    ...(MEILISEARCH_API_KEY === '' ? {} : { MEILISEARCH_API_KEY_FILE: await fileOf('key', MEILISEARCH_API_KEY) }),
  });
  // There is no such merchant, which only MongoDB knows.
  const { status } = await api.request('/v1/products', { token: await service.token('one') });
  expect(status).toBe(403);
  expect((await api.request('/readyz')).body.checks.mongodb).toBe('ok');
});

test('an option of the address with a password is not logged', async () => {
  const { MONGODB_URL = '' } = service.variables;
  const url = new URL(MONGODB_URL);
  url.searchParams.set('tlsCertificateKeyFilePassword', 'pass-word');
  const api = await service.startApi({ MONGODB_URL: url.href });
  const { mongodb } = await api.line(({ msg }) => msg === 'listening');
  expect(mongodb).toBe(`mongodb://${url.host}${url.pathname}`);
  expect(api.output()).not.toContain('pass-word');
});

test('given twice, unreadable or empty: all errors are reported at once', async () => {
  const url = await fileOf('url', 'mongodb://reader:pass-word@host/catalogue');
  const twice = faultsOf({
    MONGODB_URL: 'mongodb://other:pass-word@host/catalogue',
    MONGODB_URL_FILE: url,
    MEILISEARCH_API_KEY_FILE: join(folder, 'there-is-none'),
    PORT: 'x',
  });
  expect(twice).toMatch(/^ +MONGODB_URL_FILE: is given beside MONGODB_URL/m);
  expect(twice).toMatch(/^ +MEILISEARCH_API_KEY_FILE: .*ENOENT/m);
  expect(twice).toMatch(/^ +PORT: /m);
  const empty = faultsOf({ MONGODB_URL_FILE: await fileOf('empty', '\n'), MEILISEARCH_API_KEY_FILE: folder });
  expect(empty).toMatch(/^ +MONGODB_URL_FILE: names an empty file/m);
  expect(empty).toMatch(/^ +MEILISEARCH_API_KEY_FILE: .*EISDIR/m);
  for (const faults of [twice, empty]) {
    expect(faults).not.toContain('pass-word');
    expect(faults).not.toContain(folder);
  }
});

test('the content of a file is validated as the variable is, and never printed', async () => {
  const wrong = faultsOf({ MONGODB_URL_FILE: await fileOf('wrong', 'secret-that-is-no-address') });
  expect(wrong).toContain('MONGODB_URL: must start with mongodb://');
  expect(wrong).not.toContain('secret-that');
  const unescaped = faultsOf({
    MONGODB_URL_FILE: await fileOf('unescaped', 'mongodb://reader:pass@word@host/catalogue'),
  });
  expect(unescaped).toMatch(/MONGODB_URL: .*special characters are escaped/);
  expect(unescaped).not.toMatch(/pass@|word@/);
});
