/**
 * Engines of a single test file, which it may freeze, kill and start again without disturbing other files. They are
 * local programs, so they are only available if the engines of the run are local, too.
 */
import { prepareEngines, type RestartableEngines } from '../../../dev/engines/restartable-engines.ts';
import { createTemporaryFolder } from '../../../dev/processes/temporary-folder.ts';

export interface OwnEngines extends RestartableEngines {
  /** Kills the engines and deletes their data. */
  stop(): Promise<void>;
}

/** Whether the engines run as local programs. */
export const canOwnEngines = process.env.TEST_MONGODB_PID !== undefined;

/** A test that is skipped unless it can have engines of its own. */
export const ownTest = canOwnEngines ? test : test.skip;

/** Starts both engines. Resolves when they respond. */
export async function startOwnEngines(): Promise<OwnEngines> {
  const { folder, remove } = await createTemporaryFolder();
  const engines = await prepareEngines(folder, { environment: process.env });
  const { mongodb, meilisearch } = engines;
  const stop = async () => {
    await Promise.all([mongodb.end('SIGKILL'), meilisearch.end('SIGKILL')]);
    await remove();
  };
  try {
    await Promise.all([mongodb.start(), meilisearch.start()]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...engines, stop };
}
