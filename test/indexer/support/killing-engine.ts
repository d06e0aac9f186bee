/**
 * Lets documents kill the process of a real engine. The test serves an embedder, which receives each changed title
 * while the engine processes a batch. When a title contains KILLS, the embedder kills the engine (SIGKILL, like an
 * out-of-memory killer) and restarts it; the engine then replays the batch and is killed again. An engine that runs out
 * of memory responds for a while before it dies, so the kill waits until the engine has responded to two of the
 * indexer's requests about tasks.
 */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OwnEngine } from '../../support/own-engines.ts';
import type { EngineProxy } from '../../support/proxy.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { done } from './steps.ts';

/** A product whose title contains this kills the engine. */
export const KILLS = 'killstheengine';
/** A product whose title contains this keeps its batch processing until `release`. */
export const HOLDS = 'holdstheengine';

export interface KillingEngine {
  /** How often the engine was killed. */
  kills(): number;
  /** Resolves when the embedder has received a title with HOLDS. */
  readonly held: Promise<unknown>;
  release(): void;
  end(): Promise<void>;
}

/** `proxy` is the proxy between the indexer and the engine. */
export async function startKilling(
  { meilisearch, indexName }: TestService,
  engine: OwnEngine,
  proxy: EngineProxy,
): Promise<KillingEngine> {
  const responses = proxy.countResponses(/^(GET|POST) \/tasks/);
  let kills = 0;
  let killing: Promise<void> | null = null;
  const events = new EventEmitter();
  const held = once(events, 'held');
  const released = once(events, 'release');

  async function kill(): Promise<void> {
    const before = responses();
    await eventually(
      async () => responses(),
      (count) => count >= before + 2,
    );
    await engine.kill();
    kills += 1;
    killing = null;
    await engine.restart();
  }

  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await text(request)) as { input: string[] };
    if (input.some((title) => title.includes(HOLDS))) {
      events.emit('held');
      await released;
    }
    if (input.some((title) => title.includes(KILLS))) {
      killing ??= kill();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: input.map(() => ({ embedding: [0.1, 0.2] })) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const embedder = {
    source: 'rest' as const,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    dimensions: 2,
    documentTemplate: '{% if doc.title %}{{ doc.title }}{% endif %} text',
    request: { input: ['{{text}}', '{{..}}'] },
    response: { data: [{ embedding: '{{embedding}}' }, '{{..}}'] },
  };
  const setEmbedder = (titles: typeof embedder | null) =>
    done(meilisearch.index(indexName).updateEmbedders({ titles }));
  await setEmbedder(embedder);

  return {
    kills: () => kills,
    held,
    release: () => void events.emit('release'),
    async end() {
      await killing;
      await eventually(
        () => meilisearch.isHealthy(),
        (isHealthy) => isHealthy,
      );
      // Otherwise every new document needs the embedder, including the next leader's checkpoint.
      await setEmbedder(null);
      server.closeAllConnections();
      server.close();
    },
  };
}
