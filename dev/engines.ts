/**
 * The two engines, MongoDB and Meilisearch, for the demo, the tests and the benchmarks: found or started, whichever this
 * machine allows, and gone again when the process that asked for them is.
 */
import { namesExternalEngines, useExternal } from './engines/external.ts';
import { startLocal } from './engines/local.ts';
import {
  type EngineOptions,
  type Engines,
  type Environment,
  meilisearchImage,
  mongodbImage,
} from './engines/options.ts';
import { messageOf } from './engines/waiting.ts';

export type { Engines } from './engines/options.ts';

type Name = 'external' | 'docker' | 'local';

interface Provider {
  readonly start: (options: EngineOptions) => Promise<Engines>;
  /** What it takes to have engines from this provider. */
  readonly needs: string;
}

const providers: Readonly<Record<Name, Provider>> = {
  external: {
    start: useExternal,
    needs: 'MONGODB_URL and MEILISEARCH_URL, and MEILISEARCH_API_KEY if there is one, set to engines that run',
  },
  docker: {
    // Loaded only when its turn has come: testcontainers is large.
    start: async (options) => (await import('./engines/docker.ts')).startDocker(options),
    needs: `Docker running, and ${mongodbImage} and ${meilisearchImage} pulled or within reach`,
  },
  local: {
    start: startLocal,
    needs:
      'mongod and meilisearch on PATH, or MONGOD_BINARY and MEILISEARCH_BINARY set to them, or a network to fetch them from',
  },
};

export interface StartOptions {
  /** The environment variables that decide: ENGINES, MONGODB_URL and the others this project documents. */
  readonly environment: Environment;
  /** Where data is kept for the next start; without it, data goes when the engines do. */
  readonly dataFolder?: string;
  /** Gets short lines about what is being done. */
  readonly say?: (line: string) => void;
  /** Gets the reason against each place that was asked and not taken. */
  readonly explain?: (line: string) => void;
}

/**
 * Asks the providers in turn: engines that the environment names, containers, programs on this machine. `ENGINES` forces one.
 * @returns the engines, answering and writable
 * @throws when no provider has them, with each one's reason and what it needs, or when engines that the environment names do not
 *   answer: others in their place would be a surprise
 */
export async function startEngines(options: StartOptions): Promise<Engines> {
  const { environment, dataFolder, say = () => {}, explain = () => {} } = options;
  const forced = forcedProvider(environment);
  const names: readonly Name[] = forced ? [forced] : ['external', 'docker', 'local'];
  const reasons: string[] = [];
  for (const name of names) {
    const { start, needs } = providers[name];
    try {
      const engines = await start({ environment, say, explain, ...(dataFolder ? { dataFolder } : {}) });
      return forced ? { ...engines, how: [...engines.how, `forced by ENGINES=${forced}`] } : engines;
    } catch (error) {
      const reason = messageOf(error);
      if (name === 'external' && namesExternalEngines(environment)) throw error;
      if (forced) throw new Error(`ENGINES=${name} is not possible: ${reason}. It needs ${needs}.`);
      explain(`not ${name}: ${reason}`);
      reasons.push(`  ${name}: ${reason}\n    It needs ${needs}.`);
    }
  }
  throw new Error(`MongoDB and Meilisearch can be had from no provider:\n${reasons.join('\n')}`);
}

function forcedProvider({ ENGINES: value }: Environment): Name | undefined {
  if (value === undefined || value === '') return undefined;
  if (!Object.hasOwn(providers, value)) throw new Error(`ENGINES is ${value}, and can be external, docker or local`);
  return value as Name;
}

/**
 * The address with another database in its path; its query string stays.
 * @param mongodbUrl as in `Engines`
 */
export function withDatabase(mongodbUrl: string, name: string): string {
  // Not by URL, which knows only one host, where a replica set's address may name several.
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(mongodbUrl);
  if (!parts) throw new Error('The address of MongoDB is none: it must begin with mongodb:// or mongodb+srv://');
  return `${parts[1]}/${encodeURIComponent(name)}${parts[2] ?? ''}`;
}
