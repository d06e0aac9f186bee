/** Bundles scripts for a page, as a storefront's build does. */
import { type BuildOptions, build } from 'esbuild';

/** The text of a module for browsers. `source`: the file to begin with, or its text. */
export async function bundleForPage(source: Pick<BuildOptions, 'entryPoints' | 'stdin' | 'alias'>): Promise<string> {
  const { outputFiles } = await build({
    ...source,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}
