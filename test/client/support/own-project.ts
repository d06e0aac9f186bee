/** A separate project with the client installed as published. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../../dev/project.ts';

const run = promisify(execFile);

export interface OwnProject {
  /** The paths of the files in the package. */
  readonly packed: readonly string[];
  /** Compiles modules, by name, with these options. Throws the compiler's output on errors. */
  compile(modules: Readonly<Record<string, string>>, options: object): Promise<void>;
  /** Runs a compiled module, and resolves to the lines that it prints. */
  run(name: string): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export async function createProject(): Promise<OwnProject> {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-client-'));
  const modules = join(folder, 'node_modules');
  const client = join(modules, '@merchant-catalogue', 'client');
  await mkdir(client, { recursive: true });
  // No scripts: they would remove the build of `npm test`, which other tests use.
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: join(PROJECT, 'client') });
  const [{ filename, files }] = JSON.parse(stdout);
  await run('tar', ['-xzf', join(folder, filename), '-C', client, '--strip-components=1']);
  const installed = (name: string) => join(PROJECT, 'node_modules', name);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await cp(installed(name), join(modules, name), { recursive: true });
  // A link, since it has many dependencies.
  await symlink(installed('instantsearch.js'), join(modules, 'instantsearch.js'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'storefront', type: 'module', private: true }));

  return {
    packed: files.map(({ path }: { path: string }) => path),

    async compile(sources, options) {
      for (const [name, code] of Object.entries(sources)) await writeFile(join(folder, `${name}.ts`), code);
      const files = Object.keys(sources).map((name) => `${name}.ts`);
      const compilerOptions = { outDir: 'dist', rootDir: '.', ...options };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      await run(process.execPath, [installed(join('typescript', 'bin', 'tsc')), '-p', folder]).catch(
        ({ stdout: errors }) => {
          throw new Error(errors);
        },
      );
    },

    async run(name) {
      const { stdout: printed } = await run(process.execPath, [join(folder, 'dist', `${name}.js`)]);
      return printed.trimEnd().split('\n');
    },

    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
