/**
 * Lets documents kill the process of a real engine. The test serves an embedder, which receives each changed title
 * while the engine processes a batch. When a title contains KILLS, the embedder kills the engine (SIGKILL, like an
 * out-of-memory killer) and restarts it; the engine then replays the batch and is killed again. An engine that runs out
 * of memory responds for a while before it dies, so the kill waits until the engine has responded to two of the
 * indexer's requests about single tasks, or to cancel one: the indexer has then seen that the task was started.
 */
import type { RestartableEngine } from '../../../../dev/engines/restartable-engines.ts';
import type { EngineProxy } from '../../../support/engines/proxy.ts';
import { eventually, type TestService } from '../../../support/service.ts';
import { type Embedder, startEmbedder } from './embedder.ts';

/** A product whose title contains this kills the engine. */
export const KILLS = 'killstheengine';

export interface KillingEngine extends Embedder {
  /** How often the engine was killed. */
  kills(): number;
}

/** `proxy` is the proxy between the indexer and the engine. */
export async function startKilling(
  service: TestService,
  engine: RestartableEngine,
  proxy: EngineProxy,
): Promise<KillingEngine> {
  const responses = proxy.countResponses(/^(GET \/tasks\/\d|POST \/tasks)/);
  let kills = 0;
  let killing: Promise<void> | null = null;
  let starting = Promise.resolve();

  async function kill(): Promise<void> {
    await starting;
    const before = responses();
    await eventually(
      async () => responses(),
      (count) => count >= before + 2,
    );
    await engine.end('SIGKILL');
    kills += 1;
    // It may replay the batch before it responds.
    killing = null;
    starting = engine.start();
    await starting;
  }

  const embedder = await startEmbedder(service, (titles, answer) => {
    if (titles.some((title) => title.includes(KILLS))) killing ??= kill();
    else answer();
  });

  return {
    kills: () => kills,
    async end() {
      await killing;
      await starting;
      await eventually(
        () => service.meilisearch.isHealthy(),
        (isHealthy) => isHealthy,
      );
      await embedder.end();
    },
  };
}
