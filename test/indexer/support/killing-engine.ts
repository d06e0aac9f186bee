/**
 * Has documents kill the process of a real engine. An embedder of the test's own server gets each changed title while the engine
 * processes a batch. For a title with KILLS in it, the server kills the engine (SIGKILL, as an out-of-memory killer does) and
 * starts it again; the engine then replays the batch, and is killed again. As memory that runs out, the engine answers for a
 * while before it dies: it is killed when it has answered two of the indexer's requests about tasks.
 */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OwnEngine } from '../../support/own-engines.ts';
import { eventually, type TestService } from '../../support/service.ts';
import type { EngineProxy } from './proxy.ts';
import { done } from './steps.ts';

/** A product with this in its title kills the engine. */
export const KILLS = 'killstheengine';
/** The batch of a product with this in its title is processed until it is let go. */
export const HOLDS = 'holdstheengine';

export interface KillingEngine {
  /** How often it was killed. */
  kills(): number;
  /** Resolves when a title with HOLDS has come. */
  readonly held: Promise<unknown>;
  letGo(): void;
  end(): Promise<void>;
}

/** `proxy` is the indexer's way to the engine. */
export async function startKilling(
  { meilisearch, indexName }: TestService,
  engine: OwnEngine,
  proxy: EngineProxy,
): Promise<KillingEngine> {
  const answered = proxy.countAnswered(/^(GET|POST) \/tasks/);
  let kills = 0;
  let killing: Promise<void> | null = null;
  const events = new EventEmitter();
  const held = once(events, 'held');
  const letGo = once(events, 'letGo');

  async function kill(): Promise<void> {
    const before = answered();
    await eventually(
      async () => answered(),
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
      await letGo;
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
    letGo: () => void events.emit('letGo'),
    async end() {
      await killing;
      await eventually(
        () => meilisearch.isHealthy(),
        (isHealthy) => isHealthy,
      );
      // Every new document needs the embedder, the checkpoint of the next leader included.
      await setEmbedder(null);
      server.closeAllConnections();
      server.close();
    },
  };
}
