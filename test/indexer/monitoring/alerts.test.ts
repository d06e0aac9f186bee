/**
 * docs/alerts.yml: a running indexer or API exposes every metric and label that a rule uses, the runbook has a section
 * for each rule, and promtool accepts the rules.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type RunningProcess, startProcess } from '../../../dev/processes/launcher.ts';
import { createService, type TestService } from '../../support/service.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const RULES = 'docs/alerts.yml';
const SCENARIOS = ['test/indexer/monitoring/alert-scenarios.yml', 'test/indexer/monitoring/api-alert-scenarios.yml'];
const RUNBOOK = 'docs/operations.md';
const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap(({ rules: ofGroup }) => ofGroup);

/** The metric names in an expression, without the ones that Prometheus creates. `_count` belongs to a histogram. */
const metricsOf = ({ expr }: Rule): string[] => [
  ...new Set(
    expr
      .match(/\b(?:catalogue_\w+|process_start_time_seconds)\b/g)
      ?.map((name) => name.replace(/_seconds_count$/, '_seconds')),
  ),
];

let service: TestService;
let indexer: RunningProcess;
/** The bodies of /metrics. */
let indexerMetrics: string;
let apiMetrics: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  // A separate process, because an indexer in the test worker has no process metrics.
  indexer = startProcess('indexer/main.js', ['run'], service.variables);
  const { port } = await indexer.line(({ msg }) => msg === 'health and metrics');
  indexerMetrics = await metricsAt(`http://127.0.0.1:${port}`);
  const { url } = await service.startApi();
  // Requests without a token are measured, too.
  for (const path of ['/v1/products', '/v1/search', '/v1/products/search']) await fetch(url + path, { method: 'POST' });
  apiMetrics = await metricsAt(url);
});
afterAll(async () => {
  await indexer.end();
  await service.stop();
});

async function metricsAt(url: string): Promise<string> {
  return await (await fetch(`${url}/metrics`)).text();
}

/** The series in a body of /metrics, such as `name{label="value"}`. */
const seriesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => (/^[a-z]/.test(line) ? [line.slice(0, line.lastIndexOf(' '))] : []));

/** Whether the labels of a series match. Any status matches, because the test provokes no 5xx. */
function isSelected(series: string, matchers: string): boolean {
  return [...matchers.matchAll(/(\w+)(=~?)"([^"]*)"/g)].every(([, label, operator, wanted = '']) => {
    const [, value] = new RegExp(`\\b${label}="([^"]*)"`).exec(series) ?? [];
    if (value === undefined || label === 'status') return value !== undefined;
    return operator === '=' ? value === wanted : new RegExp(`^(?:${wanted})$`).test(value);
  });
}

test('D13: every series of an indexer has an index label, and every rule on an indexer metric groups by it', () => {
  const series = seriesIn(indexerMetrics);
  expect(series.length).toBeGreaterThan(40);
  expect(series.filter((each) => !each.includes(`index="${service.indexName}"`))).toEqual([]);
  const ungrouped = rules.filter(({ expr }) =>
    [...expr.matchAll(/\b(max|min|sum|group|count|avg)\b(?! by \(index\))[^(]*\([^)]*catalogue_indexer_/g)].some(
      Boolean,
    ),
  );
  expect(ungrouped.map(({ alert }) => alert)).toEqual([]);
});

test('a running indexer or API exposes every metric, label and label value of the rules', () => {
  const text = `${indexerMetrics}\n${apiMetrics}`;
  const names = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  const unknown = rules.flatMap((rule) => metricsOf(rule).filter((name) => !names.has(name)));
  expect(unknown).toEqual([]);
  const series = seriesIn(text);
  const selectors = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(catalogue_\w+)\{([^}]*)\}/g)]);
  expect(selectors.length).toBeGreaterThan(2);
  for (const [selector, name = '', matchers = ''] of selectors)
    expect({
      selector,
      isThere: series.some((each) => each.startsWith(`${name}{`) && isSelected(each, matchers)),
    }).toEqual({ selector, isThere: true });
});

test('the runbook has the scrape job of each rule', () => {
  const jobs = new Set(rules.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]+)"/g)].map(([, job]) => job)));
  expect(jobs.size).toBe(2);
  const runbook = readFileSync(RUNBOOK, 'utf8');
  expect([...jobs].filter((job) => !runbook.includes(`job_name: ${job}\n`))).toEqual([]);
});

test('every rule has a severity, a summary and its own section in the runbook', () => {
  const headings = [...readFileSync(RUNBOOK, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  expect(rules.length).toBeGreaterThan(15);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations } of rules) {
    expect({ alert, expr, labels, annotations }).toEqual({
      alert: expect.stringMatching(/^Catalogue\w+$/),
      expr: expect.stringMatching(/\w/),
      labels: { severity: expect.stringMatching(/^(warning|critical)$/) },
      annotations: { summary: expect.stringMatching(/\.$/), runbook_url: `${RUNBOOK}#${alert.toLowerCase()}` },
    });
    expect(headings).toContain(alert);
  }
  expect(headings.filter((heading) => /^Catalogue[A-Z]/.test(heading ?? '')).sort()).toEqual(
    rules.map(({ alert }) => alert).sort(),
  );
});

test('the runbook names every metric of the indexer', () => {
  const runbook = readFileSync(RUNBOOK, 'utf8');
  const names = indexerMetrics.match(/(?<=^# TYPE )catalogue_\w+/gm) ?? [];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !runbook.includes(`\`${name.replace('catalogue_indexer_', '')}`))).toEqual([]);
});

test('a scenario shows each alert while it fires', () => {
  const scenarios = SCENARIOS.map((path) => readFileSync(path, 'utf8')).join('\n');
  const shown = new Set([...scenarios.matchAll(/\balertname="(\w+)"/g)].map(([, name]) => name));
  expect(rules.map(({ alert }) => alert).filter((alert) => !shown.has(alert))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const promtoolTest = hasPromtool ? test : test.skip;

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

promtoolTest('promtool accepts the rules (skipped without a promtool on the PATH)', () => {
  expect(promtool('check', 'rules', RULES)).toEqual({
    status: 0,
    output: expect.stringContaining(`${rules.length} rules found`),
  });
});

promtoolTest(
  'D13: each alert fires when it should, such as CatalogueHeld while each rebuild is refused, and a deploy fires none (skipped without promtool)',
  () => {
    const passed = { status: 0, output: expect.stringContaining('SUCCESS') };
    expect(promtool('test', 'rules', ...SCENARIOS)).toEqual(passed);
  },
);
