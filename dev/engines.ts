/**
 * Finds or starts MongoDB and Meilisearch for the demo, the tests and the benchmarks, and stops what it started with
 * this process.
 */
import { meilisearchImage, mongodbImage } from './engines/engine-arguments.ts';
import { namesExternalEngines, useExternal } from './engines/external.ts';
import { startLocal } from './engines/local.ts';
import type { EngineOptions, Engines, Environment } from './engines/types.ts';
import { messageOf } from './errors.ts';

export { withDatabase } from './engines/address.ts';
export { serviceVariables, WITHOUT_RATE_LIMITS } from './engines/service-variables.ts';
export type { Engines } from './engines/types.ts';

type Name = 'external' | 'docker' | 'local';

interface Provider {
  readonly start: (options: EngineOptions) => Promise<Engines>;
  /** What this provider requires. */
  readonly needs: string;
}

const providers: Readonly<Record<Name, Provider>> = {
  external: {
    start: useExternal,
    needs: 'MONGODB_URL and MEILISEARCH_URL, and MEILISEARCH_API_KEY if there is one, set to running engines',
  },
  docker: {
    // Imported only if needed: testcontainers is large.
    start: async (options) => (await import('./engines/docker.ts')).startDocker(options),
    needs: `Docker running, and ${mongodbImage} and ${meilisearchImage} pulled or available to pull`,
  },
  local: {
    start: startLocal,
    needs:
      'mongod and meilisearch on PATH or in MONGOD_BINARY and MEILISEARCH_BINARY; on Linux on x64, only network access',
  },
};

/**
 * Tries the providers in turn: engines that the environment names, containers, programs on this machine. `ENGINES`
 * selects one. Resolves when the engines respond and are writable. Throws with each provider's reason and requirements
 * if none works, if engines that the environment names don't respond, or at the signal.
 */
export async function startEngines(options: EngineOptions): Promise<Engines> {
  const { environment, stopping } = options;
  const forced = forcedProvider(environment);
  const names: readonly Name[] = forced ? [forced] : ['external', 'docker', 'local'];
  const reasons: string[] = [];
  for (const name of names) {
    const { start, needs } = providers[name];
    try {
      return await start(options);
    } catch (error) {
      stopping?.throwIfAborted();
      const reason = messageOf(error);
      if (name === 'external' && namesExternalEngines(environment)) throw error;
      if (forced) throw new Error(`ENGINES=${name} is not possible: ${reason}. It needs ${needs}.`);
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
