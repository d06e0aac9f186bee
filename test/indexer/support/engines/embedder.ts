/** Serves an embedder for an index: the engine sends it the title of each changed document, and waits for the answer. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestService } from '../../../support/service.ts';
import { done } from '../indexes.ts';

export interface Embedder {
  /** Removes the embedder from the index. Otherwise, every new document would need it. */
  end(): Promise<void>;
}

/**
 * Starts an embedder for the index. `receive` gets the titles of each request, and calls `answer` when the engine may
 * go on.
 */
export async function startEmbedder(
  { meilisearch, indexName }: Pick<TestService, 'meilisearch' | 'indexName'>,
  receive: (titles: readonly string[], answer: () => void) => void,
): Promise<Embedder> {
  const server = createServer(async (request, response) => {
    // An engine that is killed leaves requests unfinished.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { input } = JSON.parse(body) as { input: string[] };
    receive(input, () => sendVectors(response, input.length));
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
    async end() {
      await setEmbedder(null);
      server.closeAllConnections();
      server.close();
    },
  };
}

function sendVectors(response: ServerResponse, count: number): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: Array.from({ length: count }, () => ({ embedding: [0.1, 0.2] })) }));
}
