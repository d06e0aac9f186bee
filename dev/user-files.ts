/**
 * The files that a user names on the command line. They are relative to where the user is: npm runs commands in the
 * project.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

/** Returns the absolute path of a file to read. A file that can't be read is a usage error. */
export function inputFile(name: string): string {
  const path = userPath(name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw new InvalidArgumentError('There is no such file.');
  if (!isAllowed(path, constants.R_OK)) throw new InvalidArgumentError('It cannot be read.');
  return path;
}

/**
 * Returns the absolute path of a file to write. A file that can't be written is a usage error at the start, not a
 * failure at the end.
 */
export function outputFile(name: string): string {
  const path = userPath(name);
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new InvalidArgumentError('Its folder does not exist.');
  const file = statSync(path, { throwIfNoEntry: false });
  if (file?.isDirectory() === true) throw new InvalidArgumentError('It is a folder.');
  if (!isAllowed(file === undefined ? folder : path, constants.W_OK))
    throw new InvalidArgumentError('It cannot be written.');
  return path;
}

const userPath = (name: string): string => resolve(process.env.INIT_CWD ?? '', name);

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
