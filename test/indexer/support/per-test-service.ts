/**
 * A service for a single test, so that the tests of a file run concurrently: a test of the indexer spends most of its
 * time waiting. After the test, its processes are ended and its data is removed.
 */
import { type Finished, type RunningProcess, startProcess, type Variables } from '../../../dev/processes/launcher.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { createService, type TestService } from '../../support/service.ts';

export interface OwnService extends TestService {
  /** Starts `indexer <command>` as a process. */
  startCommand(command: string, settings?: Variables): RunningProcess;
  /** Runs `indexer <command>` in this worker. Resolves when the command has ended. */
  command(command: string, settings?: Variables): Promise<Finished>;
}

/** Ends the services that still run: a test that timed out never reaches its `finally`. */
const running = new Set<() => Promise<void>>();
afterAll(() => Promise.all([...running].map((end) => end())));

/** Runs `work` on a service of its own. */
export async function onService(work: (service: OwnService) => Promise<void>): Promise<void> {
  const service = await createService({ withIndexes: false });
  const commands: RunningProcess[] = [];
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= Promise.all(commands.map((command) => command.end('SIGKILL'))).then(() => service.stop());
    return ended;
  };
  running.add(end);

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
    running.delete(end);
    await end();
  }
}

/** A test on a service of its own, which runs concurrently with the others of its file. */
export function concurrentTest(name: string, work: (service: OwnService) => Promise<void>): void {
  test.concurrent(name, () => onService(work));
}
