/**
 * Prometheus metrics of the indexer. Every series has the label `index`, so a dead index can't hide behind a healthy
 * one. A value that only the leader can measure is NaN in the other processes: no comparison in an alert rule matches
 * NaN, and `max()` ignores it.
 */
import type { Task } from 'meilisearch';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LeaderReport } from '../leader-report.ts';
import type { Progress } from '../pipeline/progress.ts';

/** What the engines say about the index (`observe.ts`). Null means unknown. */
export interface Observation {
  readonly deadLetters: number | null;
  /** The tasks of any sender that the engine has enqueued or is processing. */
  readonly queuedTasks: number | null;
  /** The age of the oldest change in the oplog. */
  readonly oplogWindowMs: number | null;
  readonly checkpointAgeMs: number | null;
  /** Whether the index exists with its settings. */
  readonly isIndexPresent: boolean | null;
}

/** `refused`: the new index failed its checks and was not swapped in. */
type ReindexResult = 'done' | 'failed' | 'refused';

export interface IndexerMetrics {
  readonly registry: Registry;
  leading(isLeader: boolean): void;
  /** Whether another process leads, an indexer or a command. Null means unknown. `leading` resets it. */
  ledElsewhere(isLed: boolean | null): void;
  /** Whether the process that leads writes to another Meilisearch. `leading` resets it. */
  otherEngine(isOther: boolean): void;
  /** Counts a leadership that ended with an error. */
  leadershipFailed(): void;
  /** Counts a finished task of this indexer. */
  task(task: Pick<Task, 'type' | 'status'>): void;
  /**
   * Counts a batch of the live index whose task has succeeded. `eventToSearchableMs`: the time since its oldest event
   * arrived at the indexer, by one monotonic clock; null for a batch without events. Each batch is one observation of
   * the histogram, so its quantiles are those of the slowest event of each batch.
   */
  batch(done: Progress, eventToSearchableMs: number | null): void;
  reported(report: LeaderReport): void;
  observed(observation: Observation): void;
  reindexEnded(result: ReindexResult): void;
}

const PREFIX = 'catalogue_indexer_';
const EVENT_TO_SEARCHABLE_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

const TASK_TYPES: readonly Task['type'][] = [
  ...(['documentAdditionOrUpdate', 'documentDeletion', 'settingsUpdate', 'indexCreation'] as const),
  ...(['indexDeletion', 'indexSwap', 'taskCancelation', 'taskDeletion'] as const),
];
const TASK_RESULTS: readonly Task['status'][] = ['succeeded', 'failed', 'canceled'];
const REINDEX_RESULTS: readonly ReindexResult[] = ['done', 'failed', 'refused'];

const seconds = (ms: number | null): number => (ms === null ? Number.NaN : ms / 1000);
const numberOf = (value: number | boolean | null): number => (value === null ? Number.NaN : Number(value));

/** Creates the metrics of one process, which follows one index. */
export function createIndexerMetrics(indexName: string): IndexerMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ index: indexName });
  const counters = createCounters(registry);
  const gauges = createGauges(registry);
  const { leader, leaderElsewhere, otherEngine, rebuildDone, rebuildTotal, ...knownToLeader } = gauges;
  const clear = () => {
    for (const gauge of Object.values(knownToLeader)) gauge.set(Number.NaN);
    rebuildDone.set(0);
    rebuildTotal.set(0);
  };
  clear();

  return {
    registry,
    leading(isLeader) {
      leader.set(Number(isLeader));
      leaderElsewhere.set(0);
      otherEngine.set(0);
      clear();
      if (isLeader) for (const gauge of [gauges.paused, gauges.held, gauges.engineFull]) gauge.set(0);
    },
    ledElsewhere: (isLed) => leaderElsewhere.set(numberOf(isLed)),
    otherEngine: (isOther) => otherEngine.set(Number(isOther)),
    leadershipFailed: () => counters.leadershipFailures.inc(),
    task: ({ type, status: result }) => counters.tasks.inc({ type, result }),
    batch({ events, written, deleted, unchanged, deadLettered }, eventToSearchableMs) {
      counters.events.inc(events);
      counters.written.inc(written);
      counters.deleted.inc(deleted);
      counters.unchanged.inc(unchanged);
      counters.deadLettered.inc(deadLettered);
      if (eventToSearchableMs !== null) counters.eventToSearchable.observe(eventToSearchableMs / 1000);
    },
    reported(report) {
      gauges.lag.set(seconds(report.lagMs));
      gauges.fanOutsWaiting.set(report.fanOuts);
      gauges.fanOutWait.set(seconds(report.fanOutsWaitMs));
      rebuildDone.set(report.rebuild?.done ?? 0);
      rebuildTotal.set(report.rebuild?.total ?? 0);
      gauges.paused.set(Number(report.state === 'paused'));
      gauges.held.set(Number(isHeld(report)));
      gauges.engineFull.set(Number(report.isEngineFull));
    },
    observed({ deadLetters, queuedTasks, oplogWindowMs, checkpointAgeMs, isIndexPresent }) {
      gauges.deadLetters.set(numberOf(deadLetters));
      gauges.queuedTasks.set(numberOf(queuedTasks));
      gauges.oplogWindow.set(seconds(oplogWindowMs));
      gauges.checkpointAge.set(seconds(checkpointAgeMs));
      gauges.indexPresent.set(numberOf(isIndexPresent));
    },
    reindexEnded: (result) => counters.reindexes.inc({ result }),
  };
}

/** Returns whether changes wait because the live index stays unchanged until a new index is swapped in. */
const isHeld = ({ state, progress, hasIndex }: LeaderReport): boolean =>
  progress === null && hasIndex && ['rebuilding', 'ready to swap', 'waiting'].includes(state);

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name: PREFIX + name, help, registers: [registry] });
  return {
    leader: gauge('leader', '1 if this process leads, otherwise 0.'),
    leaderElsewhere: gauge('leader_elsewhere', '1 if another process leads, an indexer or a command, otherwise 0.'),
    otherEngine: gauge('other_engine', '1 if another process leads and writes to another Meilisearch, otherwise 0.'),
    lag: gauge('lag_seconds', 'How far the index is behind MongoDB, fan-outs excluded.'),
    checkpointAge: gauge('checkpoint_age_seconds', 'Age of the checkpoint in the index, by the clock of MongoDB.'),
    oplogWindow: gauge('oplog_window_seconds', 'Age of the oldest change in the oplog, by the clock of MongoDB.'),
    deadLetters: gauge('dead_letters', 'Products in the dead letters of the index.'),
    queuedTasks: gauge('queue_tasks', 'Tasks of any sender that Meilisearch has enqueued or is processing.'),
    indexPresent: gauge('index_present', '1 if the index exists with its settings, otherwise 0.'),
    fanOutsWaiting: gauge('fan_outs_waiting', 'Fan-outs that have products left to write.'),
    fanOutWait: gauge('fan_out_wait_seconds', 'How long the oldest fan-out has waited; 0 when none waits.'),
    rebuildDone: gauge('rebuild_done', 'Products in the index that is being built; 0 when none is.'),
    rebuildTotal: gauge('rebuild_total', 'Products that the index being built will have; 0 when none is.'),
    paused: gauge('paused', '1 while an operator has paused the indexer, otherwise 0.'),
    held: gauge('held', '1 while changes wait until a new index is swapped in, otherwise 0.'),
    engineFull: gauge('engine_full', '1 while Meilisearch refuses writes for lack of space, otherwise 0.'),
  };
}

function createCounters(registry: Registry) {
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[] = []) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers: [registry] });
  const tasks = counter('tasks_total', 'Finished Meilisearch tasks of this indexer.', ['type', 'result']);
  const reindexes = counter('reindexes_total', 'Reindexes that ended, by result.', ['result']);
  // `increase()` misses the first increment of a series that starts at 1.
  for (const type of TASK_TYPES) for (const result of TASK_RESULTS) tasks.inc({ type, result }, 0);
  for (const result of REINDEX_RESULTS) reindexes.inc({ result }, 0);
  return {
    tasks,
    reindexes,
    events: counter('events_total', 'Change events that are searchable in the live index.'),
    written: counter('documents_written_total', 'Documents written to the live index.'),
    deleted: counter('documents_deleted_total', 'Documents of the live index replaced by tombstones.'),
    unchanged: counter('documents_unchanged_total', 'Changed products whose documents stayed the same.'),
    deadLettered: counter('dead_lettered_total', 'Products that became dead letters.'),
    leadershipFailures: counter('leadership_failures_total', 'How often leadership ended with an error.'),
    eventToSearchable: new Histogram({
      name: `${PREFIX}event_to_searchable_seconds`,
      help: 'From the arrival of an event until it is searchable; one observation per batch, of its oldest event.',
      buckets: EVENT_TO_SEARCHABLE_BUCKETS_SECONDS,
      registers: [registry],
    }),
  };
}
