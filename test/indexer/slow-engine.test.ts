/**
 * The warning about an engine that is slow at tasks of one document: when it comes, and that real tasks have what it
 * reads.
 */
import type { Task } from 'meilisearch';
import { createSlowEngineWarning } from '../../indexer/operations/slow-engine.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { concurrentTest } from './support/on-service.ts';
import { done } from './support/steps.ts';

type FinishedTask = Parameters<ReturnType<typeof createSlowEngineWarning>>[0];

/** Takes tasks; returns the warnings so far. */
function createWarned() {
  const lines: string[] = [];
  const logger = createLogger('test', 'warn', { write: (line) => void lines.push(JSON.parse(line).msg) });
  const warn = createSlowEngineWarning(logger);
  return (...tasks: readonly FinishedTask[]) => {
    for (const task of tasks) warn(task);
    return lines;
  };
}

const STARTED_MS = Date.UTC(2026, 0, 1);
const taskOf = (ms: number, given: Partial<FinishedTask> = {}): FinishedTask => ({
  type: 'documentAdditionOrUpdate',
  status: 'succeeded',
  details: { receivedDocuments: 2, indexedDocuments: 2 },
  startedAt: new Date(STARTED_MS).toISOString(),
  finishedAt: new Date(STARTED_MS + ms).toISOString(),
  ...given,
});
const times = (count: number, task: FinishedTask) => Array.from({ length: count }, () => task);

test('the fifth slow task brings a warning that says what to set, and no other follows', () => {
  const warned = createWarned();
  expect(warned(...times(4, taskOf(800)))).toEqual([]);
  expect(warned(taskOf(700))).toEqual([
    expect.stringMatching(/takes 800 ms for a task of one document.*--max-indexing-memory.*1 GiB or less/),
  ]);
  expect(warned(...times(30, taskOf(2000))).length).toBe(1);
});

test('a few slow tasks among fast ones bring none, whatever came before the last ten', () => {
  const warned = createWarned();
  expect(warned(...times(6, taskOf(9)), ...times(4, taskOf(900)))).toEqual([]);
  expect(warned(...times(6, taskOf(9)), ...times(4, taskOf(900)))).toEqual([]);
  expect(warned(taskOf(250), taskOf(900), taskOf(900)).length).toBe(1);
});

test('large, failed and other tasks do not count', () => {
  const warned = createWarned();
  const others = [
    taskOf(9000, { details: { receivedDocuments: 2000, indexedDocuments: 2000 } }),
    taskOf(9000, { status: 'failed' }),
    taskOf(9000, { status: 'canceled', startedAt: null }),
    taskOf(9000, { type: 'settingsUpdate' }),
    taskOf(9000, { details: {} }),
  ];
  for (const other of others) expect(warned(...times(10, other))).toEqual([]);
});

concurrentTest('a task of the engine has what the warning reads', async ({ meilisearch, indexName }) => {
  const index = meilisearch.index(indexName);
  const real: Task = await done(index.addDocuments([{ id: 'one' }, { id: 'two' }], { primaryKey: 'id' }));
  // The same task, slowed down by its own clock: it counts as a small one, and by its start and end.
  const slow: Task = { ...real, finishedAt: new Date(Date.parse(String(real.startedAt)) + 999).toISOString() };
  expect(createWarned()(...times(5, slow))).toEqual([expect.stringContaining('takes 999 ms')]);
  const tookMs = Date.parse(String(real.finishedAt)) - Date.parse(String(real.startedAt));
  expect(tookMs).toBeGreaterThanOrEqual(0);
});
