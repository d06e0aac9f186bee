/**
 * docker-compose.yml: one service builds the image, .env has the settings, Docker waits for a stop, and a check rejects a
 * bad master key.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { AS_DEPLOYED } from '../../../bench/environment/service.ts';
import { PROJECT } from '../../../dev/project.ts';
import { readConfig } from '../../../src/config.ts';

interface Service {
  readonly build?: string;
  readonly image: string;
  readonly stop_grace_period?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly env_file?: readonly unknown[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const source = readFileSync(join(PROJECT, 'docker-compose.yml'), 'utf8');
const { services } = parse(source, { merge: true }) as { services: Readonly<Record<string, Service>> };

test('three services run the same image, and one of them builds it', () => {
  const ours = Object.values(services).filter(({ image }) => image === 'merchant-catalogue:local');
  expect(ours).toHaveLength(3);
  expect(ours.filter(({ build }) => build !== undefined)).toHaveLength(1);
});

test('settings come from .env; the addresses that only hold inside the containers, and the key, do not', () => {
  for (const name of ['setup', 'api', 'indexer']) {
    expect(services[name]?.env_file).toEqual([{ path: '.env', required: false }]);
    const { HOST, PORT, INDEXER_PORT, MONGODB_URL, MEILISEARCH_URL } = services[name]?.environment ?? {};
    expect([HOST, PORT, INDEXER_PORT]).toEqual(['0.0.0.0', '3000', '3001']);
    expect([MONGODB_URL, MEILISEARCH_URL].every((url) => url?.includes('//m'))).toBe(true);
    // A uid in .env would be that of another key than the master key, and the API wouldn't start.
    // The master key in .env is for Meilisearch alone.
    expect(services[name]?.environment).toMatchObject({ MEILISEARCH_API_KEY_UID: '', MEILI_MASTER_KEY: '' });
  }
});

test('the benchmarks start Node.js with the same options', () => {
  const image = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8');
  const words = ['node', ...AS_DEPLOYED.api, 'dist/src/main.js'];
  expect(image).toContain(`CMD [${words.map((word) => JSON.stringify(word)).join(', ')}]`);
  expect(services.indexer?.command).toEqual(['node', ...AS_DEPLOYED.indexer, 'dist/indexer/main.js', 'run']);
});

test('Docker waits longer for a stop than the default limits of a stop, and as long as the documents say', () => {
  const { STOP_DRAIN_MS, STOP_TIMEOUT_MS } = readConfig('api', {
    MONGODB_URL: services.api?.environment?.MONGODB_URL,
    MEILISEARCH_URL: services.api?.environment?.MEILISEARCH_URL,
  });
  for (const name of ['api', 'indexer']) {
    const [, seconds] = /^(\d+)s$/.exec(services[name]?.stop_grace_period ?? '10s') ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(STOP_DRAIN_MS + STOP_TIMEOUT_MS + 5000);
  }
});

test.each([
  ['short', 1],
  ['fifteen-bytes-a', 1],
  ['sixteen-bytes-ab', 0],
  ['sixteen bytes, ab', 1],
  ['åååååååå', 1],
])('the check of the master key %s exits with %i', (key, code) => {
  const { entrypoint = [], command = [], environment } = services['check-master-key'] ?? {};
  // Compose writes $$ for a dollar.
  const [shell = '', ...parameters] = [...entrypoint, ...command].map((part) => part.replaceAll('$$', '$'));
  const env = { ...environment, MEILI_MASTER_KEY: key };
  const { status, stderr } = spawnSync(shell, parameters, { env, encoding: 'utf8' });
  expect(status).toBe(code);
  expect(stderr).toMatch(code === 0 ? /^$/ : /^MEILI_MASTER_KEY must have 16 or more characters/);
  expect(services.meilisearch?.depends_on?.['check-master-key']?.condition).toBe('service_completed_successfully');
});

test('a deploy or a setting in .env changes nothing of what Meilisearch depends on', () => {
  const upstream = Object.keys(services.meilisearch?.depends_on ?? {}).map((name) => services[name]);
  expect(upstream.map((service) => [service?.image, service?.env_file])).toEqual([
    [services.meilisearch?.image, undefined],
  ]);
});
