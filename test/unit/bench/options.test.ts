/**
 * The benchmarks' files are relative to the folder in which npm was called, and may be several. A file that can't be used
 * is wrong usage.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { withServiceOptions } from '../../../bench/options.ts';
import { relevanceCommand } from '../../../bench/relevance.ts';
import { runProgram } from '../../../dev/processes/launcher.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-options-'));
const npmFolder = process.env.INIT_CWD;
beforeAll(() => {
  for (const name of ['one.jsonl', 'two.jsonl', 'three.jsonl', 'one.tsv', 'two.tsv'])
    writeFileSync(join(folder, name), '');
  process.env.INIT_CWD = folder;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  if (npmFolder === undefined) delete process.env.INIT_CWD;
  else process.env.INIT_CWD = npmFolder;
});

/** Parses without running the command. */
function parsed(command: Command, argv: readonly string[]) {
  command.parseOptions([...argv]);
  return command.opts();
}

test('of the benchmarks with a service', () => {
  const three = join(folder, 'three.jsonl');
  const argv = ['--catalogue', 'one.jsonl', 'two.jsonl', '--catalogue', three, '--json', 'result.json'];
  expect(parsed(withServiceOptions(new Command()), argv)).toMatchObject({
    catalogue: [join(folder, 'one.jsonl'), join(folder, 'two.jsonl'), three],
    json: join(folder, 'result.json'),
  });
  expect(parsed(withServiceOptions(new Command()), [])).not.toHaveProperty('catalogue');
});

test('of `relevance`', () => {
  const argv = ['--catalogue', 'one.jsonl', '--judgements', 'one.tsv', '--merchant', 'm-1', '--json', 'result.json'];
  const again = ['--catalogue', 'two.jsonl', '--judgements', 'two.tsv', '--merchant', 'm-2'];
  expect(parsed(relevanceCommand(), [...argv, ...again])).toMatchObject({
    catalogue: [join(folder, 'one.jsonl'), join(folder, 'two.jsonl')],
    judgements: [join(folder, 'one.tsv'), join(folder, 'two.tsv')],
    merchant: ['m-1', 'm-2'],
    json: join(folder, 'result.json'),
  });
});

test.each([
  ['reads', ['--connections', '--seconds', '--only']],
  ['search', ['--connections', '--seconds', '--only']],
  ['sync', ['--seconds', '--only']],
  ['relevance', []],
])('%s has those of the shared options that it reads', async (name, expected) => {
  const { stdout } = await runProgram('bench/main.js', [name, '--help'], {});
  const options = ['--connections', '--seconds', '--only'];
  expect(options.filter((option) => stdout.includes(`${option} <`))).toEqual(expected);
});

test.each([
  ['a missing catalogue', ['--catalogue', 'none.jsonl'], 'There is no such file.'],
  ['a folder instead of a catalogue', ['--catalogue', '.'], 'There is no such file.'],
  ['missing judgements', ['--judgements', 'none.tsv'], 'There is no such file.'],
  ['a folder instead of the file of the results', ['--json', '.'], 'It is a folder.'],
  ['a missing folder of the results', ['--json', 'none/result.json'], 'Its folder does not exist.'],
])('%s is wrong usage', (_what, argv, message) => {
  const command = relevanceCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  expect(() => parsed(command, argv)).toThrow(message);
});
