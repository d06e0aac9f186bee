/** Ends the services and the engines of the run. */
import type { GlobalOfRun } from './global-setup.ts';

// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function stopAfterTests(): Promise<void> {
  const { services = [], engines } = globalThis as GlobalOfRun;
  await Promise.all(services.map((service) => service.end()));
  await engines?.stop();
}
