/**
 * A write of several requests: each part tells by its position whose it is, so that a leader that ends in the middle, or is
 * only thought to have ended, leaves nothing that cannot be told from the next leader's work. On the real engine.
 */
import type { Meilisearch } from 'meilisearch';
import type { Position } from '../../indexer/checkpoint/checkpoint.ts';
import { SCHEMA, TUNING } from '../../indexer/checkpoint/schema-version.ts';
import { toLine } from '../../indexer/documents/document-line.ts';
import { toSearchDocument } from '../../indexer/documents/mapper.ts';
import { createIndexClient } from '../../indexer/engine/index-client.ts';
import type { OwnedStored } from '../../src/data/collections.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { openMeilisearch } from '../../src/platform/meilisearch.ts';
import { product } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';
import { startProxy } from './support/proxy.ts';

let service: TestService;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.stop());

const position: Position = {
  ...{ epoch: 7, token: { _data: '82' }, source: 'test', schema: SCHEMA, tuning: TUNING, generation: 1 },
  backlog: [],
};
const moved: Position = { ...position, token: { _data: '83' } };

/** More than one request can bring. */
const documents = Array.from({ length: 2500 }, (_document, number) =>
  toLine(
    toSearchDocument(product(`p-${number}`, 'one', { description: 'text '.repeat(800) }) as unknown as OwnedStored, []),
  ),
);

// FM-3, FM-41
test('the first part of a write that arrives after another has taken over is known by its position', async () => {
  const { meilisearch, indexName, variables } = service;
  const proxy = await startProxy(variables.MEILISEARCH_URL ?? '');
  let isHeld = true;
  const indexBy = (client: Meilisearch, mayWrite: () => void) =>
    createIndexClient({
      ...{ client, mayWrite, logger: createLogger('test', 'silent'), onTask: () => undefined },
      signal: new AbortController().signal,
    });
  const viaProxy = openMeilisearch({
    url: `http://127.0.0.1:${proxy.port}`,
    apiKey: variables.MEILISEARCH_API_KEY ?? '',
  });
  const earlier = indexBy(viaProxy, () => {
    if (!isHeld) throw new Error('the lease is lost');
  });
  const next = indexBy(meilisearch, () => undefined);
  try {
    await next.create(indexName, position);
    // 1. The leader sends the first part, which takes its time.
    const { held, letGo } = proxy.delayAt(`POST /indexes/${indexName}/documents?`);
    const writing = earlier.write(indexName, { previous: position, deletedKeys: [], documents, position: moved });
    await held;
    isHeld = false;
    // 2. The next leader takes over.
    const taken = { ...position, epoch: 8 };
    await next.write(indexName, { previous: null, deletedKeys: [], documents: [], position: taken });
    await next.deletePositions(indexName, [7]);
    // 3. The first part arrives.
    letGo();
    await expect(writing).rejects.toThrow('the lease is lost');
    const found = await next.readPosition(indexName);
    expect(found.epochs.toSorted()).toEqual([7, 8]);
    expect(found.position?.token).toEqual(position.token);
    const count = await next.count(indexName, 'merchant_id EXISTS');
    expect([count > 0, count < documents.length]).toEqual([true, true]);
  } finally {
    await proxy.refuse();
  }
});
