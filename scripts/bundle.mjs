/**
 * Makes each program that people run one file with all its packages, in the place where the compiler put it, and what several of
 * them use one file beside them. Node finds, reads and compiles three files faster than six hundred: a program starts in half the CPU.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** JSON stays a text until it is asked for: parsing a text takes less than compiling a literal, and most tables are never asked for. */
const jsonAsText = {
  name: 'json as text',
  setup(building) {
    building.onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const text = JSON.stringify(JSON.parse(await readFile(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
    });
  },
};

const root = fileURLToPath(new URL('..', import.meta.url));

// Their names change with their content.
await rm(join(root, 'dist', 'shared'), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['src/main.ts', 'src/cli.ts', 'indexer/main.ts'],
  outbase: '.',
  outdir: 'dist',
  chunkNames: 'shared/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Packages that are CommonJS ask for Node's own modules by `require`, which a module does not have.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  plugins: [jsonAsText],
  // Its files are served as they are.
  external: ['swagger-ui-dist'],
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
});
