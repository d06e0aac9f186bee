/** Ends the engines of the tests. */
import type { GlobalWithEngines } from './global-setup.ts';

// biome-ignore lint/style/noDefaultExport: Jest takes the teardown from the default export.
export default async function stopAfterTests(): Promise<void> {
  await (globalThis as GlobalWithEngines).engines?.stop();
}
