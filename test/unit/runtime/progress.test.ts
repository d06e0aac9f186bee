/** The progress of long work: lines without a terminal, and a bar on one. */
import { PassThrough, Writable } from 'node:stream';
import { createProgress } from '../../../src/runtime/command-line/progress.ts';
import { screenOf } from '../../support/terminal.ts';

type Update = readonly [done: number, total: number | null];

/** Returns the lines that the updates write, five seconds apart. */
const linesOf = (...updates: readonly Update[]): readonly string[] => linesFrom(0, ...updates);

/** Returns the lines that the updates write after `from` units were already done. */
const linesFrom = (from: number, ...updates: readonly Update[]): readonly string[] => linesEvery(5000, from, updates);

function linesEvery(everyMs: number, from: number, updates: readonly Update[]): readonly string[] {
  let nowMs = 0;
  const clock = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const lines: string[] = [];
  const output = new Writable({
    write(line, _encoding, written) {
      lines.push(String(line));
      written();
    },
  });
  const progress = createProgress({ what: 'verify', unit: 'products', output, from });
  for (const [done, total] of updates) {
    nowMs += everyMs;
    progress.update(done, total);
  }
  progress.end();
  clock.mockRestore();
  return lines;
}

test('a line has the remaining time', () => {
  expect(linesOf([50, 100])).toEqual(['verify: 50 of 100 products, 10/s, 5 s left\n']);
  expect(linesOf([30_000, 1e9])).toEqual(['verify: 30000 of 1000000000 products, 6000/s, 46 h 18 min left\n']);
});

test('a line has no remaining time at the start, at the end, and if the total is unknown', () => {
  expect(linesOf([0, 100], [100, 100], [150, null])).toEqual([
    'verify: 0 of 100 products, 0/s\n',
    'verify: 100 of 100 products, 10/s\n',
    'verify: 150 products, 10/s\n',
  ]);
});

test('units done earlier count neither for the rate nor for the remaining time', () => {
  expect(linesFrom(1e6, [1e6, 2e6], [1_000_100, 2e6])).toEqual([
    'verify: 1000000 of 2000000 products, 0/s\n',
    'verify: 1000100 of 2000000 products, 10/s, 27 h 47 min left\n',
  ]);
});

test('work that begins again has no negative rate', () => {
  expect(linesFrom(1000, [400, 2000])).toEqual(['verify: 400 of 2000 products, 0/s\n']);
});

test('frequent updates write a line every five seconds, and the last one', () => {
  const updates = [1, 2, 3, 4, 5, 6].map((done): Update => [done, 6]);
  const written = linesEvery(2000, 0, updates).map((line) => line.split(' products')[0]);
  expect(written).toEqual(['verify: 3 of 6', 'verify: 6 of 6']);
  expect(linesEvery(2000, 0, updates.slice(0, 4)).map((line) => line.split(' products')[0])).toEqual([
    'verify: 3 of 6',
    'verify: 4 of 6',
  ]);
});

describe('a terminal', () => {
  function onTerminal() {
    let written = '';
    const output = Object.assign(new PassThrough(), { isTTY: true });
    output.on('data', (text) => {
      written += String(text);
    });
    const progress = createProgress({ what: 'verify', unit: 'products', output });
    return { progress, output, screen: () => screenOf(written) };
  }

  test('shows lines above the bar, and what follows below it', () => {
    const { progress, output, screen } = onTerminal();
    progress.say('before');
    progress.update(50, 100);
    for (const line of ['first', 'second']) progress.say(line);
    expect(screen()).toEqual([
      'before',
      'first',
      'second',
      expect.stringMatching(/^verify \S+ 50% \| 50\/100 products/),
    ]);
    progress.update(100, 100);
    progress.say('third');
    progress.end();
    output.write('after\n');
    const bar = expect.stringMatching(/^verify \S+ 100% \| 100\/100 products/);
    expect(screen()).toEqual(['before', 'first', 'second', 'third', bar, 'after']);
  });

  test('wraps a line that is wider', () => {
    const { progress, screen } = onTerminal();
    progress.update(50, null);
    progress.say('0123456789'.repeat(20));
    progress.end();
    const wide = '0123456789'.repeat(8);
    expect(screen()).toEqual([wide, wide, '0123456789'.repeat(4), expect.stringMatching(/^verify 50 products/)]);
  });
});
