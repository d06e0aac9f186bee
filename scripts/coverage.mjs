/**
 * Measures which lines of `src/` and `indexer/` the tests run, also in the processes that they start, and writes
 * `coverage/`. Arguments go to Jest. Jest measures what runs in test files. Node.js measures what runs in other
 * processes if NODE_V8_COVERAGE is coverage/raw, except in those that are killed. Exits with the exit code of Jest.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import coverage from 'istanbul-lib-coverage';
import report from 'istanbul-lib-report';
import reports from 'istanbul-reports';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'coverage');
const raw = join(folder, 'raw');

const run = (program, parameters) =>
  spawnSync(join(root, 'node_modules', '.bin', program), parameters, { cwd: root, stdio: 'inherit' }).status ?? 1;

rmSync(folder, { recursive: true, force: true });
const ofTests = [
  '--coverage',
  '--coverageProvider=v8',
  '--coverageReporters=json',
  `--coverageDirectory=${join(folder, 'tests')}`,
  '--collectCoverageFrom={src,indexer}/**/*.ts',
];
const status = run('jest', [...ofTests, ...process.argv.slice(2)]);
const ofProcesses = ['--temp-directory', raw, '--reports-dir', join(folder, 'processes'), '--reporter=json'];
run('c8', ['report', ...ofProcesses, '--include=src/**', '--include=indexer/**', '--exclude-after-remap']);

const map = coverage.createCoverageMap();
for (const part of ['tests', 'processes'])
  map.merge(JSON.parse(readFileSync(join(folder, part, 'coverage-final.json'), 'utf8')));
const context = report.createContext({ dir: folder, coverageMap: map });
for (const name of ['text-summary', 'html', 'json', 'lcovonly']) reports.create(name).execute(context);
process.exitCode = status;
