/**
 * Module hooks: types are blanked out, so that lines and columns stay what they were; and what belongs to a test file
 * alone, its support modules with their hooks and states, is loaded anew for each test file. All else is loaded once.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/wasm-typescript';

const TESTS = new URL('../../', import.meta.url).href;
const WORKERS = new URL('./', import.meta.url).href;

const isOfTestFile = (url) => url.startsWith(TESTS) && !url.startsWith(WORKERS);

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const { search } = URL.canParse(context.parentURL ?? '') ? new URL(context.parentURL) : {};
  return search && isOfTestFile(resolved.url) ? { ...resolved, url: resolved.url + search } : resolved;
}

export async function load(url, context, next) {
  if (!/\.ts(?:\?|$)/.test(url)) return next(url, context);
  const { code } = transformSync(await readFile(fileURLToPath(url), 'utf8'), { mode: 'strip-only', filename: url });
  return { format: 'module', source: code, shortCircuit: true };
}
