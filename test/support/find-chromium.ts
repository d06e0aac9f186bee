/** Finds the Chromium that tests of the storefront page run in. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The message if no Chromium is found. */
export const NO_CHROMIUM = `no Chromium: neither CHROMIUM_BINARY nor ${NAMES.join(', ')} on the PATH`;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the program that `CHROMIUM_BINARY` names, else the first on the PATH, else null. */
export function findChromium({ CHROMIUM_BINARY: named = '', PATH: path = '' }: Environment): string | null {
  if (named !== '') return named;
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  const programs = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return programs.find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
