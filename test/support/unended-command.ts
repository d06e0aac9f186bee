/** Processes of which one command of MongoDB never ends. */
import { fileURLToPath } from 'node:url';

/** The variables of a process that preloads break-connection.js. It also needs BREAK_AT. */
export const BREAKS_CONNECTION = {
  NODE_OPTIONS: `--import ${fileURLToPath(new URL('break-connection.js', import.meta.url))}`,
};

export const UNENDED = 'a command of MongoDB has not ended after five minutes, and never will: start this again';
