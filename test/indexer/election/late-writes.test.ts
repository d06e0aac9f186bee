/**
 * A late write of a deposed leader, on the real engine: its checkpoint identifies the leader, and the next leader
 * resumes from it.
 */
import type { Meilisearch } from 'meilisearch';
import { toLine } from '../../../indexer/documents/document-line.ts';
import { toSearchDocument } from '../../../indexer/documents/mapper.ts';
import { createIndexClient } from '../../../indexer/engine/index-client.ts';
import type { OwnedStored } from '../../../src/catalogue/stored-documents.ts';
import { openMeilisearch } from '../../../src/engines/meilisearch.ts';
import { PRODUCTS } from '../../../src/search/index/filters.ts';
import { startProxy } from '../../support/engines/proxy.ts';
import { ENGLISH } from '../../support/english.ts';
import { product } from '../../support/fixtures.ts';
import { checkpointAt, indexOf, logger } from '../support/index-client.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';

const documents = Array.from({ length: 3 }, (_document, number) =>
  toLine(toSearchDocument(product(`p-${number}`, 'one') as unknown as OwnedStored, [], ENGLISH), 'one'),
);
const first = { ...checkpointAt({ _data: '82' }), epoch: 7 };
const moved = { ...first, token: { _data: '83' } };

/** A leader's index client behind a proxy; `depose` ends the leadership. */
async function startLeader({ variables }: OwnService) {
  const proxy = await startProxy(variables.MEILISEARCH_URL ?? '');
  const url = `http://127.0.0.1:${proxy.port}`;
  const client: Meilisearch = openMeilisearch({ url, apiKey: variables.MEILISEARCH_API_KEY ?? '' });
  let isDeposed = false;
  const index = createIndexClient({
    client,
    logger,
    onTask: () => undefined,
    signal: new AbortController().signal,
    assertMayWrite() {
      if (isDeposed) throw new Error('the lease is lost');
    },
  });
  return {
    index,
    proxy,
    depose() {
      isDeposed = true;
    },
  };
}

// FM-3, FM-41
concurrentTest(
  'a write that arrives after a takeover is recognised by its checkpoint, from which following resumes',
  async (service) => {
    const { indexName } = service;
    const { index, proxy, depose } = await startLeader(service);
    const next = indexOf(service);
    try {
      await next.create(indexName, first);
      // 1. The leader sends a write, which is delayed.
      const { held, release } = proxy.delayAt(`POST /indexes/${indexName}/documents?`);
      const writing = index.write(indexName, { documents, deletedKeys: [], checkpoint: moved, expected: [first] });
      await held;
      depose();
      // 2. The next leader takes over and advances the checkpoint.
      const taken = { ...first, epoch: 8, token: { _data: '84' } };
      await next.write(indexName, { documents: [], deletedKeys: [], checkpoint: taken, expected: null });
      await next.deleteCheckpoints(indexName, [7]);
      // 3. The write arrives. The deposed leader confirms nothing.
      release();
      await expect(writing).rejects.toThrow('the lease is lost');
      expect(await next.stateOf(indexName)).toMatchObject({
        kind: 'checkpoint',
        epochs: expect.arrayContaining([7, 8]),
        checkpoint: { epoch: 7, token: moved.token },
      });
      // A task is atomic: the documents arrived with the checkpoint.
      expect(await next.count(indexName, PRODUCTS)).toBe(documents.length);
    } finally {
      await proxy.refuse();
    }
  },
);

// FM-41
concurrentTest('a deposed leader does not retry a write whose outcome is unknown', async (service) => {
  const { indexName } = service;
  const { index, proxy, depose } = await startLeader(service);
  try {
    await indexOf(service).create(indexName, first);
    const isCut = proxy.cutAt(`POST /indexes/${indexName}/documents?`, 'before').then(depose);
    const write = { documents, deletedKeys: [], checkpoint: moved, expected: [first] };
    await expect(index.write(indexName, write)).rejects.toThrow('the lease is lost');
    await isCut;
    expect(await indexOf(service).stateOf(indexName)).toMatchObject({ epochs: [7], checkpoint: first });
  } finally {
    await proxy.refuse();
  }
});

// FM-41
concurrentTest('a leader writes nothing to an index that has none of its checkpoints', async (service) => {
  const { indexName } = service;
  const index = indexOf(service);
  const other = { ...first, epoch: 8 };
  await index.create(indexName, other);
  const write = { documents, deletedKeys: [], checkpoint: moved, expected: [first] };
  await expect(index.write(indexName, write)).rejects.toMatchObject({ name: 'Interrupted', kind: 'index changed' });
  expect(await index.stateOf(indexName)).toMatchObject({ epochs: [8], checkpoint: other });
});
