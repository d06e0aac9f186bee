/** The progress lines of long work without a terminal. */
import { Writable } from 'node:stream';
import { createProgress } from '../../../src/runtime/progress.ts';

/** Returns the lines that the updates write. */
const linesOf = (...updates: readonly Update[]): readonly string[] => linesFrom(0, ...updates);

type Update = readonly [done: number, total: number | null];

/** Returns the lines that the updates write after `from` units were already done. */
function linesFrom(from: number, ...updates: readonly Update[]): readonly string[] {
  const lines: string[] = [];
  const output = new Writable({
    write(line, _encoding, written) {
      lines.push(String(line));
      written();
    },
  });
  const progress = createProgress({ what: 'verify', unit: 'products', output, everyMs: 0, from });
  for (const [done, total] of updates) progress.update(done, total);
  progress.end();
  return lines;
}

test('a line has the remaining time', () => {
  expect(linesOf([50, 100])).toEqual([expect.stringMatching(/^verify: 50 of 100 products, \d+\/s, 1 s left\n$/)]);
  const hours = /^verify: 1 of \d+ products, \d+\/s, \d+ h \d+ min left\n$/;
  expect(linesOf([1, 1e9])).toEqual([expect.stringMatching(hours)]);
});

test('a line has no remaining time at the start, at the end, and if the total is unknown', () => {
  expect(linesOf([0, 100], [100, 100], [70, null])).toEqual([
    expect.stringMatching(/^verify: 0 of 100 products, 0\/s\n$/),
    expect.stringMatching(/^verify: 100 of 100 products, \d+\/s\n$/),
    expect.stringMatching(/^verify: 70 products, \d+\/s\n$/),
  ]);
});

test('units done earlier count neither for the rate nor for the remaining time', () => {
  const hours = /^verify: 1000001 of \d+ products, [1-9]\d*\/s, \d+ h \d+ min left\n$/;
  expect(linesFrom(1e6, [1e6, 1e9], [1e6 + 1, 1e9])).toEqual([
    expect.stringMatching(/^verify: 1000000 of \d+ products, 0\/s\n$/),
    expect.stringMatching(hours),
  ]);
});
