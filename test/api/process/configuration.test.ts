/**
 * An invalid environment ends a process with exit code 2 and one message that lists every invalid variable by name,
 * never its value. `test/unit/api/addresses.test.ts` covers invalid addresses.
 */
import { createServer } from 'node:net';
import { runProgram } from '../../../dev/processes/launcher.ts';
import { ENVIRONMENTS, type ProcessName, readConfig } from '../../../src/config.ts';
import { runCatalogue } from '../../support/in-worker.ts';

const RIGHT = {
  MONGODB_URL: 'mongodb://127.0.0.1:2/catalogue',
  MEILISEARCH_URL: 'http://127.0.0.1:2',
  ALLOW_UNSIGNED_SEARCH: 'true',
  PORT: '0',
};

const run = (variables: Record<string, string>) => runProgram('src/main.js', [], variables);
const read = (variables: Record<string, string>, process: ProcessName = 'api') => readConfig(process, variables);

test('an empty environment: only the required variables are named', () => {
  expect(() => read({})).toThrow(/^[^\n]+\n +MONGODB_URL: [^\n]+\n +MEILISEARCH_URL: [^\n]+$/);
});

/** The variables of a process that lack a wrong value. Any text may be a HOST: the system decides. */
const withoutWrongValue = (process: ProcessName, wrong: Record<string, string>) =>
  Object.keys(ENVIRONMENTS[process].shape).filter((name) => name !== 'HOST' && !Object.hasOwn(wrong, name));

test('all errors are reported at once, without values', async () => {
  const wrong = {
    MONGODB_URL: 'mongodb://reader:pass-word@host',
    MEILISEARCH_URL: 'ftp://secret-host',
    MEILISEARCH_API_KEY: 'secret-key',
    MEILISEARCH_INDEX: 'no spaces',
    ALLOW_UNSIGNED_SEARCH: 'yes',
    PORT: '65536',
    METRICS_PORT: '-1',
    LOG_LEVEL: 'loud',
    MAX_PER_PAGE: '0',
    MAX_SEARCH_LIMIT: '1e2',
    COLLECTION_PRODUCTS_LIMIT: '-3',
    SEARCH_RESPONSE_FORM: 'C',
    IMAGE_DOWNLOAD_BASE_URL: 'images',
    IMAGE_UPLOAD_BASE_URL: 'file:///tmp',
    RATE_LIMIT_PER_SECOND: 'many',
    RATE_LIMIT_BURST: '0',
    FAILED_AUTHENTICATIONS_PER_MINUTE: '-1',
    TRUST_PROXY: 'true',
    CORS_ORIGINS: 'https://shop.example.com/path',
    SEARCH_LOG_SAMPLE: '1.5',
    SEARCH_LOG_DAYS: '0',
    STOP_TIMEOUT_MS: '1.5',
    MEILISEARCH_API_KEY_UID: 'not-a-uid',
    KEEP_ALIVE_TIMEOUT_MS: '999',
    STOP_DRAIN_MS: '600001',
    PAGE_CACHE_BYTES: '128 MiB',
    SEARCH_CACHE_BYTES: '-1',
    SUGGESTIONS_MIN_SEARCHES: '0',
    CONCURRENT_READS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '60001',
    MAX_UNSENT_BYTES: '0',
  };
  expect(withoutWrongValue('api', wrong)).toEqual([]);
  const { code, stdout, stderr } = await run(wrong);
  expect([code, stdout]).toEqual([2, '']);
  const named = stderr
    .split('\n')
    .slice(1)
    .flatMap((line) => /^ +([A-Z_]+): ./.exec(line)?.[1] ?? []);
  const { MEILISEARCH_API_KEY: key, ...faulty } = wrong;
  expect(new Set(named)).toEqual(new Set(Object.keys(faulty)));
  for (const value of ['pass-word', 'secret-host', key, 'no spaces', 'loud', 'many', '65536'])
    expect(stderr).not.toContain(value);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('the indexer reports its errors, too', () => {
  const own = { INDEXER_PORT: 'x', MAX_LAG_MS: '999', TASKS_KEPT_MS: '1 day', ON_LOST_POSITION: 'panic' };
  const ofBoth = Object.keys(ENVIRONMENTS.indexer.shape).filter((name) => Object.hasOwn(ENVIRONMENTS.api.shape, name));
  expect(withoutWrongValue('indexer', own).filter((name) => !ofBoth.includes(name))).toEqual([]);
  const names = Object.keys(own).join(': [^\\n]+\\n +');
  expect(() => read({ ...RIGHT, ...own }, 'indexer')).toThrow(new RegExp(`^[^\\n]+\\n +${names}: [^\\n]+$`));
});

test('an empty variable counts as absent', () => {
  const variables = { ...RIGHT, MONGODB_URL: '', MAX_PER_PAGE: '', LOG_LEVEL: '' };
  expect(() => read(variables)).toThrow(/^[^\n]+\n +MONGODB_URL: [^\n]+$/);
});

test('an invalid variable that the API does not use does not hide its own errors', () => {
  const variables = { ...RIGHT, ON_LOST_POSITION: 'panic', INDEXER_PORT: 'x', PORT: 'x' };
  expect(() => read(variables)).toThrow(/^[^\n]+\n +PORT: [^\n]+$/);
});

test('the catalogue command ignores invalid variables of the services', async () => {
  const { code, stderr } = await runCatalogue(['token', 'list'], { ...RIGHT, LOG_LEVEL: 'loud', PORT: 'x' });
  expect(code).toBe(1);
  expect(stderr).toContain('MongoDB does not answer');
});

test('a port in use is a clear error with exit code 1', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const { code, stdout } = await run({ ...RIGHT, PORT: String(port) });
  await new Promise((resolve) => server.close(resolve));
  expect(code).toBe(1);
  expect(stdout).toContain('EADDRINUSE');
});

test.each([
  ['src/main.js', [], '192.0.2.1'],
  ['src/main.js', [], 'no host'],
  ['indexer/main.js', ['run'], '192.0.2.1'],
  ['indexer/main.js', ['run'], 'no host'],
])('D15: %s %j with a HOST (%s) that is not an address of the machine: exit code 2', async (program, argv, host) => {
  const { code, stdout, stderr } = await runProgram(program, argv, { ...RIGHT, INDEXER_PORT: '0', HOST: host });
  expect(code).toBe(2);
  expect(stdout + stderr).toContain('HOST: ');
});

test.each(['api', 'indexer'] as const)('D15: a MEILISEARCH_API_KEY that no header can have: %s', (process) => {
  expect(() => read({ ...RIGHT, MEILISEARCH_API_KEY: 'two\nlines' }, process)).toThrow(
    /^[^\n]+\n +MEILISEARCH_API_KEY: (?!.*two)[^\n]+$/,
  );
});

test('a MEILISEARCH_API_KEY_UID that is not one', () => {
  const variables = { ...RIGHT, MEILISEARCH_API_KEY: 'key', MEILISEARCH_API_KEY_UID: 'not-a-uid' };
  expect(() => read(variables)).toThrow(/^[^\n]+\n +MEILISEARCH_API_KEY_UID: must be the uid of the key[^\n]*$/);
});
