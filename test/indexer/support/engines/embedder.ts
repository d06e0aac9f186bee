/** Embedders of indexes: the engine sends one a text for each changed document, and waits for the vectors. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestService } from '../../../support/service.ts';
import { done } from '../indexes.ts';

/** Gets the texts of a request. Calls `answer` when the engine may go on, with a status if it is an error. */
type Receive = (texts: readonly string[], answer: (status?: number) => void) => void;

/** Starts the server of an embedder. */
export async function startVectorServer(address: string, receive: Receive): Promise<Server> {
  const server = createServer(async (request, response) => {
    // An engine that is killed leaves requests unfinished.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { input } = JSON.parse(body) as { input: string[] };
    receive(input, (status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: input.map(() => ({ embedding: [0.1, 0.2] })) }));
    });
  }).listen(0, address);
  await once(server, 'listening');
  return server;
}

/** Gives an index an embedder with this server, whose texts are made by the template. */
export async function setEmbedder(
  { meilisearch, indexName }: Pick<TestService, 'meilisearch' | 'indexName'>,
  server: Server,
  documentTemplate: string,
): Promise<void> {
  const { address, port } = server.address() as AddressInfo;
  const titles = {
    source: 'rest' as const,
    url: `http://${address}:${port}/`,
    dimensions: 2,
    documentTemplate,
    request: { input: ['{{text}}', '{{..}}'] },
    response: { data: [{ embedding: '{{embedding}}' }, '{{..}}'] },
  };
  const { status, error } = await done(meilisearch.index(indexName).updateEmbedders({ titles }));
  if (status !== 'succeeded') throw new Error(`the engine did not take the embedder: ${error?.message}`);
}

/** Removes the embedder of an index. Otherwise, every new document would need it. */
export async function removeEmbedder({ meilisearch, indexName }: Pick<TestService, 'meilisearch' | 'indexName'>) {
  await done(meilisearch.index(indexName).updateEmbedders({ titles: null }));
}

export interface Embedder {
  /** Removes the embedder from the index. */
  end(): Promise<void>;
}

/** Starts an embedder that gets the titles of an index. */
export async function startEmbedder(
  service: Pick<TestService, 'meilisearch' | 'indexName'>,
  receive: Receive,
): Promise<Embedder> {
  const server = await startVectorServer('127.0.0.1', receive);
  await setEmbedder(service, server, '{% if doc.title %}{{ doc.title }}{% endif %} text');
  return {
    async end() {
      await removeEmbedder(service);
      server.closeAllConnections();
      server.close();
    },
  };
}
