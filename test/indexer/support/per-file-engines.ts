/**
 * A service with fifty products on a test file's own engines. Tests are skipped on machines that can't start engines.
 */
import { canOwnEngines, type OwnEngines, startOwnEngines } from '../../support/engines/own-engines.ts';
import { createService, type TestService } from '../../support/service.ts';
import { fill } from './writes/fill.ts';

/** Starts the engines before the tests of a file, passes them to `use`, and stops them after. Call it once per file. */
export function onOwnEngines(use: (engines: OwnEngines, service: TestService) => void): void {
  let stop = async (): Promise<void> => undefined;
  beforeAll(async () => {
    if (!canOwnEngines) return;
    const engines = await startOwnEngines();
    const service = await createService({ engines: engines.addresses });
    stop = async () => {
      await service.stop();
      await engines.stop();
    };
    use(engines, service);
    await fill(service, 50);
  });
  afterAll(() => stop());
}
