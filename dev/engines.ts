/**
 * The two engines, MongoDB and Meilisearch, for the demo, the tests and the benchmarks: found or started, whichever this
 * machine allows, and gone again when the process that asked for them is.
 */
import { namesExternalEngines, useExternal } from './engines/external.ts';
import { startLocal } from './engines/local.ts';
import { messageOf } from './engines/waiting.ts';
import { type EngineOptions, type Engines, type Environment, meilisearchImage, mongodbImage } from './engines/way.ts';

export type { Engines } from './engines/way.ts';

type Name = 'external' | 'docker' | 'local';

interface Way {
  readonly take: (options: EngineOptions) => Promise<Engines>;
  /** What whoever wants this way has to see to. */
  readonly needs: string;
}

const ways: Readonly<Record<Name, Way>> = {
  external: {
    take: useExternal,
    needs: 'MONGODB_URL and MEILISEARCH_URL, and MEILISEARCH_API_KEY if there is one, set to engines that run',
  },
  docker: {
    // Loaded only when its turn has come: the library behind it is a large one.
    take: async (options) => (await import('./engines/docker.ts')).startDocker(options),
    needs: `Docker running, and ${mongodbImage} and ${meilisearchImage} pulled or within reach`,
  },
  local: {
    take: startLocal,
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
}

/**
 * Tries the ways in turn: engines the environment names, containers, programs on this machine. `ENGINES` forces one.
 * @returns the engines, answering and writable
 * @throws when no way is open, with each way's reason and what can be done about it, or when engines the
 *   environment names do not answer: others in their place would be a surprise
 */
export async function startEngines(options: StartOptions): Promise<Engines> {
  const { environment, dataFolder, say = () => {} } = options;
  const forced = forcedWay(environment);
  const names: readonly Name[] = forced ? [forced] : ['external', 'docker', 'local'];
  const reasons: string[] = [];
  for (const name of names) {
    try {
      const engines = await ways[name].take({ environment, say, ...(dataFolder ? { dataFolder } : {}) });
      const forcedLine = forced ? [`forced by ENGINES=${forced}`] : [];
      return { ...engines, how: [...engines.how, ...forcedLine, ...reasons.map((reason) => `not ${reason}`)] };
    } catch (error) {
      if (name === 'external' && namesExternalEngines(environment)) throw error;
      reasons.push(`${name}: ${messageOf(error)}`);
      if (!forced) continue;
      throw new Error(`ENGINES=${name} is not possible: ${messageOf(error)}. It needs ${ways[name].needs}.`);
    }
  }
  const lines = names.map((name, index) => `  ${reasons[index]}\n    It needs ${ways[name].needs}.`);
  throw new Error(`MongoDB and Meilisearch can be had in none of the ways there are:\n${lines.join('\n')}`);
}

function forcedWay({ ENGINES: value }: Environment): Name | undefined {
  if (value === undefined || value === '') return undefined;
  if (!Object.hasOwn(ways, value)) throw new Error(`ENGINES is ${value}, and can be external, docker or local`);
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
