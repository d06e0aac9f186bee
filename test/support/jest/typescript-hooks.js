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
  return {
    format: 'module',
    source: withoutTypes(await readFile(fileURLToPath(url), 'utf8'), url),
    shortCircuit: true,
  };
}

/** Throws a SyntaxError that names the place, where the source cannot be read. */
function withoutTypes(source, url) {
  try {
    return transformSync(source, { mode: 'strip-only', filename: url }).code;
  } catch (fault) {
    // The compiler throws a plain object, of which nobody could tell what it is about.
    if (fault.startLine === undefined) throw fault;
    throw new SyntaxError(
      `${fault.message}\n  at ${url}:${fault.startLine}:${fault.startColumn + 1}\n${fault.snippet}`,
    );
  }
}
