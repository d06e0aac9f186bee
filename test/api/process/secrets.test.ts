/** A secret may be given as a file. An error names the variable, never the content or the path of the file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../../dev/processes/launcher.ts';
import { createService, type TestService } from '../../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await createService();
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

/** Runs the API with these variables and an unreachable Meilisearch. */
const run = (variables: Record<string, string>) =>
  runProgram('src/main.js', [], { MEILISEARCH_URL: 'http://127.0.0.1:2', PORT: '0', ...variables });

test('both secrets from files, with and without a trailing line break', async () => {
  const { MONGODB_URL = '', MEILISEARCH_API_KEY = '' } = service.variables;
  const api = await service.startApiProcess({
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
  const api = await service.startApiProcess({ MONGODB_URL: url.href });
  const { mongodb } = await api.process.line(({ msg }) => msg === 'listening');
  expect(mongodb).toBe(`mongodb://${url.host}${url.pathname}`);
  expect(api.process.output()).not.toContain('pass-word');
});

test('given twice, unreadable or empty: all errors are reported at once', async () => {
  const url = await fileOf('url', 'mongodb://reader:pass-word@host/catalogue');
  const twice = await run({
    MONGODB_URL: 'mongodb://other:pass-word@host/catalogue',
    MONGODB_URL_FILE: url,
    MEILISEARCH_API_KEY_FILE: join(folder, 'there-is-none'),
    PORT: 'x',
  });
  expect(twice.code).toBe(2);
  expect(twice.stderr).toMatch(/^ +MONGODB_URL_FILE: is given beside MONGODB_URL/m);
  expect(twice.stderr).toMatch(/^ +MEILISEARCH_API_KEY_FILE: .*ENOENT/m);
  expect(twice.stderr).toMatch(/^ +PORT: /m);
  const empty = await run({ MONGODB_URL_FILE: await fileOf('empty', '\n'), MEILISEARCH_API_KEY_FILE: folder });
  expect(empty.stderr).toMatch(/^ +MONGODB_URL_FILE: names an empty file/m);
  expect(empty.stderr).toMatch(/^ +MEILISEARCH_API_KEY_FILE: .*EISDIR/m);
  for (const { stderr } of [twice, empty]) {
    expect(stderr).not.toContain('pass-word');
    expect(stderr).not.toContain(folder);
  }
});

test('the content of a file is validated as the variable is, and never printed', async () => {
  const { code, stderr } = await run({ MONGODB_URL_FILE: await fileOf('wrong', 'secret-that-is-no-address') });
  expect(code).toBe(2);
  expect(stderr).toContain('MONGODB_URL: must start with mongodb://');
  expect(stderr).not.toContain('secret-that');
  const unescaped = await run({
    MONGODB_URL_FILE: await fileOf('unescaped', 'mongodb://reader:pass@word@host/catalogue'),
  });
  expect(unescaped.code).toBe(2);
  expect(unescaped.stderr).toMatch(/MONGODB_URL: .*special characters are escaped/);
  expect(unescaped.stderr).not.toMatch(/pass@|word@/);
});
