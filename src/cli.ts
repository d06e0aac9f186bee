#!/usr/bin/env node
/**
 * `catalogue`: the administrator's commands on the database. `setup` prepares it, `import` imports data, `token`
 * manages access tokens, and `searches` reports what shoppers searched. Results go to standard output, everything else
 * to standard error. Exit codes: 0 done, 1 failed or done only in part, 2 wrong use or environment.
 */
import { createCatalogueProgram } from './commands/program.ts';
import { runCommandLine, shellOf } from './runtime/command-line/command-line.ts';

process.exitCode = await runCommandLine(createCatalogueProgram, shellOf(process));
