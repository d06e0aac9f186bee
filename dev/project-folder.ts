/** Where the project is. These files run from dev/, in tests, and from dist/dev/, built. */
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with package.json. */
export function projectFolder(): string {
  const parent = join(dirname(fileURLToPath(import.meta.url)), '..');
  return basename(parent) === 'dist' ? join(parent, '..') : parent;
}
