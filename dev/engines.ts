/**
 * Finds or starts MongoDB and Meilisearch for the demo, the tests and the benchmarks, and stops what it started with
 * this process.
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
  /** What this provider requires. */
  readonly needs: string;
}

const providers: Readonly<Record<Name, Provider>> = {
  external: {
    start: useExternal,
    needs: 'MONGODB_URL and MEILISEARCH_URL, and MEILISEARCH_API_KEY if there is one, set to engines that run',
  },
  docker: {
    // Imported only if needed: testcontainers is large.
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
  /** The environment variables that select the engines: ENGINES, MONGODB_URL and others, see the documentation. */
  readonly environment: Environment;
  /** Keeps the data for the next start. Absent: the data is deleted with the engines. */
  readonly dataFolder?: string;
  /** Called with lines of progress. */
  readonly say?: (line: string) => void;
  /** Called with the reason why a provider was not used. */
  readonly explain?: (line: string) => void;
}

/**
 * Tries the providers in turn: engines that the environment names, containers, programs on this machine. `ENGINES`
 * selects one. Resolves when the engines respond and are writable. Throws with each provider's reason and requirements
 * if none works, or if engines that the environment names don't respond.
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
  throw new Error(`No provider has MongoDB and Meilisearch:\n${reasons.join('\n')}`);
}

function forcedProvider({ ENGINES: value }: Environment): Name | undefined {
  if (value === undefined || value === '') return undefined;
  if (!Object.hasOwn(providers, value)) throw new Error(`ENGINES is ${value}, and can be external, docker or local`);
  return value as Name;
}

/** Returns the address with another database in its path. Keeps the query string. `mongodbUrl`: as in `Engines`. */
export function withDatabase(mongodbUrl: string, name: string): string {
  // The class URL supports a single host, but the address of a replica set may have several.
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(mongodbUrl);
  if (!parts) throw new Error('Invalid address of MongoDB: it must begin with mongodb:// or mongodb+srv://');
  return `${parts[1]}/${encodeURIComponent(name)}${parts[2] ?? ''}`;
}
