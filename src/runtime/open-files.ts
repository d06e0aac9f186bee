/** The limit of open files, which each connection counts for. */
import { readFileSync } from 'node:fs';

/** How many files this process may have open (`ulimit -n`); Infinity if the system doesn't say: only Linux does. */
export function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}
