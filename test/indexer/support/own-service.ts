/** A service with fifty products on engines of a test file's own; its tests are skipped where there can be none. */
import { canOwnEngines, type OwnEngines, startOwnEngines } from '../../support/own-engines.ts';
import { createService, type TestService } from '../../support/service.ts';
import { fill } from './steps.ts';

export const ownTest = canOwnEngines ? test : test.skip;

/** To be called by a test file once: starts the engines before its tests, hands them over, and ends them after. */
export function onOwnEngines(use: (engines: OwnEngines, service: TestService) => void): void {
  let stop = async (): Promise<void> => undefined;
  beforeAll(async () => {
    if (!canOwnEngines) return;
    const engines = await startOwnEngines();
    const service = await createService(engines.addresses);
    stop = async () => {
      await service.stop();
      await engines.stop();
    };
    use(engines, service);
    await fill(service, 50);
  }, 90_000);
  afterAll(() => stop());
}
