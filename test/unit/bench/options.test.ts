/** The benchmarks' files are relative to the folder in which npm was called, and may be several. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { withServiceOptions } from '../../../bench/options.ts';
import { relevanceCommand } from '../../../bench/relevance.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-options-'));
const npmFolder = process.env.INIT_CWD;
beforeAll(() => {
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
  const argv = ['--catalogue', 'one.jsonl', 'two.jsonl', '--catalogue', '/three.jsonl', '--json', 'result.json'];
  expect(parsed(withServiceOptions(new Command()), argv)).toMatchObject({
    catalogue: [join(folder, 'one.jsonl'), join(folder, 'two.jsonl'), '/three.jsonl'],
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
