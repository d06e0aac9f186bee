/** Fails where the client, with all that it imports, is more than 8 kB compressed in a page. Prints what it is. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const MAX_KILOBYTES = 8;

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  write: false,
});
const kilobytes = gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000;
process.stdout.write(`The client in a page: ${kilobytes.toFixed(1)} kB compressed, of at most ${MAX_KILOBYTES}\n`);
process.exitCode = kilobytes > MAX_KILOBYTES ? 1 : 0;
