/** The folders of the project, for code that runs from its sources or from `dist/`. */
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const parent = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder with package.json. */
export const PROJECT = basename(parent) === 'dist' ? dirname(parent) : parent;

/** The folder with the compiled programs. */
export const DIST = join(PROJECT, 'dist');

/** Returns the absolute path of a file that the user named. npm runs commands in the project, not where the user is. */
export const userPath = (path: string): string => resolve(process.env.INIT_CWD ?? '', path);
