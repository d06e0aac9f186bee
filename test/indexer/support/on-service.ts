/**
 * A service for one test alone, so that tests can run side by side: most of an indexer's test is waiting. What the test
 * started is ended, and its data removed, when it is over.
 */

import { type Finished, type RunningProcess, startProcess, type Variables } from '../../../dev/processes.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { createService, type TestService } from '../../support/service.ts';

export interface OwnService extends TestService {
  /** Starts `indexer <command>` as a process. */
  startCommand(command: string, settings?: Variables): RunningProcess;
  /** Runs `indexer <command>` within this worker to its end. */
  command(command: string, settings?: Variables): Promise<Finished>;
}

/** How to end what stands. A test that ran out of time still waits for something that never comes. */
const standing = new Set<() => Promise<void>>();
afterAll(() => Promise.all([...standing].map((end) => end())));

/** Does something on a service of its own. */
export async function onService(work: (service: OwnService) => Promise<void>): Promise<void> {
  const service = await createService(undefined, { withIndexes: false });
  const commands: RunningProcess[] = [];
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= Promise.all(commands.map((command) => command.end('SIGKILL'))).then(() => service.stop());
    return ended;
  };
  standing.add(end);

  function startCommand(command: string, settings: Variables = {}): RunningProcess {
    const started = startProcess('indexer/main.js', command.split(' '), { ...service.variables, ...settings });
    commands.push(started);
    return started;
  }

  try {
    await work({
      ...service,
      startCommand,
      command: (command, settings = {}) => runIndexerCommand(command.split(' '), { ...service.variables, ...settings }),
    });
  } finally {
    standing.delete(end);
    await end();
  }
}

/** A test on a service of its own. It runs beside the others of its file, as Jest lets those that stand side by side. */
export function concurrentTest(name: string, work: (service: OwnService) => Promise<void>): void {
  test.concurrent(name, () => onService(work));
}
