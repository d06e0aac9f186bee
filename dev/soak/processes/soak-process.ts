/** A program of a soak. If it ends by itself, the soak fails. */
import {
  createRestartableProcess,
  type Launched,
  type RestartableProcess,
} from '../../processes/restartable-process.ts';
import type { EventLog } from '../event-log.ts';

export interface LaunchedProgram extends Launched {
  /** Contains its output. */
  readonly logFile: string;
}

export interface ProgramOptions {
  readonly name: string;
  readonly log: EventLog;
  /** As in `RestartableProcessOptions`. */
  readonly launch: (start: number) => Promise<LaunchedProgram>;
}

export interface Program extends RestartableProcess {
  readonly name: string;
  /** From now on, the soak doesn't fail if the program ends by itself. */
  dismiss(): void;
}

export function createProgram({ name, log, launch }: ProgramOptions): Program {
  let isDismissed = false;
  const process = createRestartableProcess({
    launch,
    onUnexpectedEnd(outcome, { logFile }) {
      if (!isDismissed) log.fail(`${name} ended by itself`, `${outcome}, see ${logFile}`);
    },
  });
  return {
    ...process,
    name,
    dismiss() {
      isDismissed = true;
    },
  };
}
