/**
 * The indexer's command line. `run` keeps the index true to MongoDB until it is stopped; `reindex` builds the index anew
 * beside the live one; `verify` compares it with MongoDB; `status` tells how it stands; `dead-letters` shows what could not
 * get in and has it tried again.
 * Exit codes: 0 done or stopped when asked, 1 failed or something differs, 2 wrong use or environment.
 */
import { setFlagsFromString } from 'node:v8';
import { runCommandLine, shellOf } from '../src/runtime/command-line.ts';
import { createIndexerProgram } from './commands/program.ts';

// Documents pass through in large pieces. By default V8 lets several times what is alive pile up before it clears it away;
// this costs no time that could be measured, and a third of the memory is enough.
setFlagsFromString('--heap-growing-percent=50');

process.exit(await runCommandLine(createIndexerProgram, shellOf(process)));
