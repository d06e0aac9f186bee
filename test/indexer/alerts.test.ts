/**
 * The alert rules: every metric that they name is one that a running indexer or API gives, every rule is explained, and
 * Prometheus' own checker takes them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Log } from '../support/log-lines.ts';
import { createService, type TestService } from '../support/service.ts';

const RULES = 'docs/alerts.yml';
const rules = readFileSync(RULES, 'utf8');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)\n +expr: (.+)$/gm)].map(([, name = '', expression = '']) => ({
  name,
  metrics: [...new Set(expression.match(/\bcatalogue_\w+/g))],
}));

let service: TestService;

beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.stop());

/** The names of the metrics that a process gives. */
async function metricsAt(url: string): Promise<readonly string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
}

async function urlOf(indexer: Log): Promise<string> {
  const { port } = await indexer.line(({ msg }) => msg === 'health and metrics');
  return `http://127.0.0.1:${port}`;
}

test('every metric of a rule is one of a running indexer or API, and each rule has one', async () => {
  expect(alerts.length).toBe(rules.match(/\balert:/g)?.length);
  expect(alerts.length).toBeGreaterThan(8);
  const indexer = await service.startIndexer();
  const api = await service.startApi();
  const known = new Set([...(await metricsAt(await urlOf(indexer))), ...(await metricsAt(api.url))]);
  const unknown = alerts.filter(({ metrics }) => metrics.length === 0 || metrics.some((name) => !known.has(name)));
  expect(unknown).toEqual([]);
});

test('docs/operations.md says what to do at each', () => {
  const operations = readFileSync('docs/operations.md', 'utf8');
  expect(alerts.filter(({ name }) => !operations.includes(`\`${name}\``))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

(hasPromtool ? test : test.skip)('promtool takes the rules (skipped where there is no promtool on the PATH)', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
  expect({ status, said: stdout + stderr }).toEqual({
    status: 0,
    said: expect.stringContaining(`${alerts.length} rules found`),
  });
});
