/**
 * This side of the keeper (see keeper-source.ts): a process that outlives this one just long enough to end what this one
 * started, whether it stops properly, crashes, gets Ctrl-C or is killed outright.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { keeperSource } from './keeper-source.ts';

/** What the keeper sees to at the end, apart from ending the programs it started. */
export interface Duty {
  /** Whether data outlives the engines: then they are asked to end before they are made to. */
  readonly keepsData: boolean;
  readonly temporaryFolder?: string;
  /** Containers to remove, by label, and the file of the library to reach Docker with. */
  readonly containers?: { readonly label: string; readonly library: string };
}

export interface Command {
  readonly name: string;
  readonly program: string;
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working folder. */
  readonly folder: string;
  /** The file that gets what the program prints. */
  readonly log: string;
}

export interface Running {
  readonly processId: number;
  /** Settles, with the manner of its end, when the program has ended. */
  readonly ended: Promise<string>;
}

export interface Keeper {
  /** Starts a program as the keeper's own child. Throws when it cannot be started at all. */
  start(command: Command): Promise<Running>;
  /** From here on this process may end while the keeper runs. */
  unref(): void;
  /** Ends everything and removes what is to be removed. Throws when something is left. Safe to call twice. */
  end(): Promise<void>;
}

interface Message {
  readonly ready?: true;
  readonly failed?: string;
  readonly name?: string;
  readonly started?: number;
  readonly ended?: string;
}

/** Starts a keeper and gives it its duty. */
export async function startKeeper(duty: Duty): Promise<Keeper> {
  // In a session of its own, or Ctrl-C in a terminal would end it together with this process. NODE_OPTIONS is not
  // handed on, as a debugger's options would stop it.
  const child = spawn(process.execPath, ['-e', keeperSource], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const exited = once(child, 'exit');
  // A channel that is closed shows by the keeper's exit, so a failed sending need not be told as well.
  const send = (message: object) => child.send(message, () => {});
  send({ duty });
  await Promise.race([reply(child, (message) => message.ready), exited.then(() => fail('The keeper did not start'))]);
  const processIds = new Set<number>();
  let ending: Promise<void> | undefined;
  // Should somebody end the keeper itself, nobody else would end the engines.
  exited.then(() => {
    if (!ending) endAll(processIds);
  });

  return {
    async start(command) {
      const ended = reply(child, (message) => (message.name === command.name ? message.ended : undefined));
      const started = reply(child, (message) => (message.name === command.name ? message.started : undefined));
      send({ start: command });
      const processId = await Promise.race([
        started,
        ended.then((how) => fail(`${command.program}: ${how}`)),
        exited.then(() => fail('The keeper has ended')),
      ]);
      processIds.add(processId);
      ended.then(() => processIds.delete(processId));
      return { processId, ended };
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
    end() {
      ending ??= endKeeper(child, exited);
      return ending;
    },
  };
}

async function endKeeper(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  child.channel?.ref();
  let failure = 'the keeper was ended itself';
  child.on('message', (message: Message) => {
    failure = message.failed ?? failure;
  });
  child.send({ end: true }, () => {});
  await exited;
  if (child.exitCode !== 0) throw new Error(`Not everything that was started could be ended: ${failure}`);
}

function endAll(processIds: ReadonlySet<number>): void {
  for (const processId of processIds) {
    try {
      process.kill(processId, 'SIGKILL');
    } catch {
      // It ended in the meantime.
    }
  }
}

/** The first message of the keeper that `pick` finds something in. */
function reply<T>(child: ChildProcess, pick: (message: Message) => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const listen = (message: Message) => {
      const found = pick(message);
      if (found === undefined) return;
      child.off('message', listen);
      resolve(found);
    };
    child.on('message', listen);
  });
}

function fail(text: string): never {
  throw new Error(text);
}
