#!/usr/bin/env node
/**
 * `catalogue`: what an administrator does with the database. `setup` makes it ready, `import` brings data in, `token`
 * manages access, `searches` tells what people searched. Results go to standard output, everything said about the work to standard error.
 * Exit codes: 0 done, 1 failed or done only in part, 2 wrong use or environment.
 */
import { createCatalogueProgram } from './commands/program.ts';
import { runCommandLine, shellOf } from './runtime/command-line.ts';

process.exitCode = await runCommandLine(createCatalogueProgram, shellOf(process));
