/**
 * The commands that the documents show exist: npm scripts, and the commands of `catalogue` and `indexer` with their
 * options.
 */
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { createIndexerProgram } from '../../indexer/commands/program.ts';
import { createCatalogueProgram } from '../../src/commands/program.ts';
import type { CreateProgram } from '../../src/runtime/command-line/command-line.ts';
import { CURRENT_DOCUMENTS, codeOf, readProjectFile } from './support/documents.ts';

const ALL_CODE = CURRENT_DOCUMENTS.flatMap(({ path, text }) => codeOf(text).map((code) => ({ path, code })));

test('scripts of npm', () => {
  const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: Record<string, string> };
  const named = ALL_CODE.flatMap(({ path, code }) =>
    [...code.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => ({ path, script })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([]);
});

test('the README and `.ci/run` run the tests with the same command', () => {
  const [install, run] = ['npm ci', 'npm test'];
  expect(readProjectFile('README.md')).toContain(`\n${install} && ${run}\n`);
  const lines = readProjectFile('.ci/run').split('\n');
  expect(lines.filter((line) => line.startsWith(install))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith(run))).toHaveLength(1);
});

const shell = {
  argv: [],
  environment: {},
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
};
const programOf = (create: CreateProgram): Command => create(shell, () => undefined);
const PROGRAMS = { catalogue: programOf(createCatalogueProgram), indexer: programOf(createIndexerProgram) };

/** What may precede a command: a prompt, a container, Node.js with its options. */
const BEFORE = /^(?:\$ )?(?:docker compose (?:exec|run --rm --no-deps) (?:-T )?\w+ )?/;
const NAMES = [
  [/^(?:catalogue|node (?:--\S+ )*dist\/src\/cli\.js) (?=[a-z-])/, PROGRAMS.catalogue],
  [/^(?:indexer|node (?:--\S+ )*dist\/indexer\/main\.js) (?=[a-z-])/, PROGRAMS.indexer],
] as const;

interface Shown {
  readonly program: Command;
  readonly words: readonly string[];
}

/** The command in a line of code, or null. The name of a subcommand alone counts, too. */
function commandIn(code: string): Shown | null {
  const line = code.replace(BEFORE, '').split(/ [#|<>] ?/)[0] ?? '';
  for (const [name, program] of NAMES)
    if (name.test(line)) return { program, words: line.replace(name, '').split(' ') };
  const words = line.split(' ');
  const program = Object.values(PROGRAMS).find(({ commands }) => commands.some((each) => each.name() === words[0]));
  return program === undefined || words.length < 2 ? null : { program, words };
}

/** The error in a command, or null. */
function errorOf({ program, words }: Shown): string | null {
  let command = program;
  for (const word of words) {
    if (command.commands.length > 0) {
      const next = command.commands.find((each) => each.name() === word);
      if (next === undefined) return `${command.name()} has no command ${word}`;
      command = next;
    } else if (word.startsWith('--') && !command.options.some(({ long }) => long === word.replace(/[^\w-].*$/, ''))) {
      return `${command.name()} has no option ${word}`;
    }
  }
  return null;
}

test('commands of catalogue and indexer, and their options', () => {
  const shown = ALL_CODE.flatMap(({ path, code }) => {
    const command = commandIn(code);
    return command === null ? [] : [{ path, code, command }];
  });
  expect(shown.length).toBeGreaterThan(60);
  const errors = shown.map(({ path, code, command }) => ({ path, code, error: errorOf(command) }));
  expect(errors.filter(({ error }) => error !== null)).toEqual([]);
});

test('docs/deployment.md lists every command', () => {
  const page = readProjectFile('docs/deployment.md');
  const commands = Object.values(PROGRAMS).flatMap((program) =>
    program.commands.map((command) => `\`${program.name()} ${command.name()}`),
  );
  expect(commands.filter((command) => !page.includes(command))).toEqual([]);
});
