/** The folders of the project, for code that runs from its sources or from `dist/`. */
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const parent = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder with package.json. */
export const PROJECT = basename(parent) === 'dist' ? dirname(parent) : parent;

/** The folder with the compiled programs. */
export const DIST = join(PROJECT, 'dist');
