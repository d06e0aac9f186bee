/**
 * The warning about an engine that is slow at one-document tasks: when it is logged, and that it can read real tasks.
 */
import type { Task } from 'meilisearch';
import { createSlowEngineWarning } from '../../../indexer/monitoring/slow-engine.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { done } from '../support/indexes.ts';
import { concurrentTest } from '../support/per-test-service.ts';

type FinishedTask = Parameters<ReturnType<typeof createSlowEngineWarning>>[0];

/** Returns a function that processes tasks and returns all warnings so far. */
function createWarningLog() {
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

test('the fifth slow task causes one warning, which names the setting', () => {
  const warningsAfter = createWarningLog();
  expect(warningsAfter(...times(4, taskOf(800)))).toEqual([]);
  expect(warningsAfter(taskOf(700))).toEqual([
    expect.stringMatching(
      /takes 800 ms for a task of one document.*--max-indexing-memory.*1 GiB or less; if it has that, its CPU or disk is busy$/,
    ),
  ]);
  expect(warningsAfter(...times(30, taskOf(2000))).length).toBe(1);
});

test('a few slow tasks among the last ten cause no warning, regardless of earlier ones', () => {
  const warningsAfter = createWarningLog();
  expect(warningsAfter(...times(6, taskOf(9)), ...times(4, taskOf(900)))).toEqual([]);
  expect(warningsAfter(...times(6, taskOf(9)), ...times(4, taskOf(900)))).toEqual([]);
  expect(warningsAfter(taskOf(250), taskOf(900), taskOf(900)).length).toBe(1);
});

test('large, failed and other tasks do not count', () => {
  const warningsAfter = createWarningLog();
  const others = [
    taskOf(9000, { details: { receivedDocuments: 2000, indexedDocuments: 2000 } }),
    taskOf(9000, { status: 'failed' }),
    taskOf(9000, { status: 'canceled', startedAt: null }),
    taskOf(9000, { type: 'settingsUpdate' }),
    taskOf(9000, { details: {} }),
  ];
  for (const other of others) expect(warningsAfter(...times(10, other))).toEqual([]);
});

concurrentTest('a task of the engine has the fields that the warning reads', async ({ meilisearch, indexName }) => {
  const index = meilisearch.index(indexName);
  const real: Task = await done(index.addDocuments([{ id: 'one' }, { id: 'two' }], { primaryKey: 'id' }));
  // The same task with a later end: it counts as a small task, and its duration is from start to end.
  const slow: Task = { ...real, finishedAt: new Date(Date.parse(String(real.startedAt)) + 999).toISOString() };
  expect(createWarningLog()(...times(5, slow))).toEqual([expect.stringContaining('takes 999 ms')]);
  const tookMs = Date.parse(String(real.finishedAt)) - Date.parse(String(real.startedAt));
  expect(tookMs).toBeGreaterThanOrEqual(0);
});
