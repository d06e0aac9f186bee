/** Finds the Chromium that tests of the storefront page run in. */
import { findOnPath } from '../../dev/processes/find-on-path.ts';

/** The first starts without the interface of a browser, which takes CPU time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The message if no Chromium is found. */
export const NO_CHROMIUM = `no Chromium: neither CHROMIUM_BINARY nor ${NAMES.join(', ')} on the PATH`;

/** Returns the program that `CHROMIUM_BINARY` names, else the first on the PATH, else null. */
export const findChromium = (environment: Readonly<Record<string, string | undefined>>): string | null =>
  environment.CHROMIUM_BINARY ||
  (NAMES.map((name) => findOnPath(name, environment)).find((path) => path !== null) ?? null);
