/** A process of a soak. If it ends by itself, the soak fails. */
import {
  createRestartableProcess,
  type Launched,
  type RestartableProcess,
} from '../../processes/restartable-process.ts';
import type { EventLog } from '../event-log.ts';

export interface LaunchedSoakProcess extends Launched {
  /** Contains its output. */
  readonly logFile: string;
}

interface SoakProcessOptions {
  readonly name: string;
  readonly log: EventLog;
  /** As in `RestartableProcessOptions`. */
  readonly launch: (start: number) => Promise<LaunchedSoakProcess>;
}

export interface SoakProcess extends RestartableProcess {
  readonly name: string;
}

export function createSoakProcess({ name, log, launch }: SoakProcessOptions): SoakProcess {
  const process = createRestartableProcess({
    launch,
    onUnexpectedEnd: (outcome, { logFile }) => log.fail(`${name} ended by itself`, `${outcome}, see ${logFile}`),
  });
  return { ...process, name };
}
