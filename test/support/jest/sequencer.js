/**
 * The order of the test files: those that mostly wait (for leases, pages, programs, each other) and those that mostly work side by
 * side from the beginning to the end, so that the machine is never idle for the one and overloaded by the other. Among either the
 * long ones first, so that none is left alone at the end.
 */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Files that mostly wait, and for how many seconds; what is not here works, the longer the larger it is. */
const WAITING_SECONDS = {
  'test/browser/changes-and-outages.test.ts': 40,
  'test/indexer/verifies.test.ts': 40,
  'test/indexer/resumes.test.ts': 38,
  'test/dev/engines.test.ts': 35,
  'test/api/search/log.test.ts': 34,
  'test/indexer/step-down.test.ts': 26,
  'test/indexer/engine-faults.test.ts': 25,
  'test/indexer/leads-alone.test.ts': 23,
  'test/indexer/dead-letters.test.ts': 20,
  'test/indexer/other-replica-set.test.ts': 18,
  'test/api/process/engines-out.test.ts': 14,
  'test/indexer/status.test.ts': 13,
  'test/unit/breaker.test.ts': 13,
  'test/browser/searches.test.ts': 12,
  'test/browser/accessibility.test.ts': 12,
  'test/browser/filters.test.ts': 11,
  'test/cli/token.test.ts': 10,
  'test/indexer/dead-letters-reindex.test.ts': 10,
  'test/api/process/stop.test.ts': 7,
  'test/cache/after-a-halt.test.ts': 6,
  'test/indexer/readiness.test.ts': 6,
  'test/indexer/purge.test.ts': 6,
  'test/api/products/503.test.ts': 6,
};

/** How much of the work is done when the last of those that wait begins: at the very end nothing would run beside it. */
const WAITING_BEGUN_BY = 0.9;

// biome-ignore lint/style/noDefaultExport: Jest takes the sequencer from the default export.
export default class SideBySide extends Sequencer {
  sort(tests) {
    const waiting = [];
    const working = [];
    for (const test of tests) {
      const seconds = WAITING_SECONDS[relative(test.context.config.rootDir, test.path)];
      if (seconds === undefined) working.push({ test, weight: statSync(test.path).size });
      else waiting.push({ test, weight: seconds });
    }
    return [...placed(waiting, WAITING_BEGUN_BY), ...placed(working, 1)]
      .toSorted((one, other) => one.place - other.place)
      .map(({ test }) => test);
  }
}

/** Each with its place between 0 and `end`: the part of all that is done when its turn comes. */
function placed(weighed, end) {
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  return weighed
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ test, weight }) => {
      const place = (end * before) / total;
      before += weight;
      return { test, place };
    });
}
