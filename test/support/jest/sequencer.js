/**
 * The order of the test files: those that mostly wait (for tasks, leases, pages, programs) and those that mostly work side by side
 * from the beginning to the end, so that the machine is never idle for the one and overloaded by the other. Large files first
 * among either, since they mostly take long.
 */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const WAIT = /^test\/(indexer|browser|dev|api\/process|api\/search\/log|api\/\w+\/503|unit\/breaker)/;

// biome-ignore lint/style/noDefaultExport: Jest takes the sequencer from the default export.
export default class SideBySide extends Sequencer {
  sort(tests) {
    const sized = tests
      .map((test) => ({
        test,
        size: statSync(test.path).size,
        waits: WAIT.test(relative(test.context.config.rootDir, test.path)),
      }))
      .toSorted((one, other) => other.size - one.size);
    return [...placed(sized.filter(({ waits }) => waits)), ...placed(sized.filter(({ waits }) => !waits))]
      .toSorted((one, other) => one.place - other.place)
      .map(({ test }) => test);
  }
}

/** Each with its place between 0 and 1: the part of all that is done when its turn comes. */
function placed(sized) {
  const total = sized.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  return sized.map(({ test, size }) => {
    const place = before / total;
    before += size;
    return { test, place };
  });
}
