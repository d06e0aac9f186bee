/** The browser of the storefront tests, which are skipped without one. */
import { type Browser, chromium } from 'playwright-core';
import { findChromium, NO_CHROMIUM } from '../../support/find-chromium.ts';

const program = findChromium(process.env);

/** `describe` for tests that need a browser. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe(name, () => {
    if (program !== null) tests();
    else it.skip(NO_CHROMIUM, () => undefined);
  });
}

/** Starts the browser. The caller closes it. */
export function startBrowser(): Promise<Browser> {
  if (program === null) throw new Error(NO_CHROMIUM);
  // Without a GPU, which Debian's Chromium would emulate. Its sandbox doesn't work for root.
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath: program, args });
}
