/** Finds a program in the folders of PATH. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of the first program with this name, or null. */
export function findOnPath(name: string, { PATH = '' }: Readonly<Record<string, string | undefined>>): string | null {
  const folders = PATH.split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
