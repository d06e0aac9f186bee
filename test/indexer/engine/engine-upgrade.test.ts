/**
 * Another Meilisearch version starts on the same data folder, as after a change of the image tag. It refuses to start,
 * and each process reports that. After the procedure in docs/operations.md (an empty folder), the index equals MongoDB
 * again.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OwnEngines, ownTest } from '../../support/engines/own-engines.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { nextLine } from '../support/indexer-log.ts';
import { onOwnEngines } from '../support/per-file-engines.ts';

let engines: OwnEngines;
let service: TestService;
onOwnEngines((ownEngines, ownService) => {
  engines = ownEngines;
  service = ownService;
});

async function readinessAt(url: string): Promise<string> {
  const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: { meilisearch: string } };
  return checks.meilisearch;
}

// FM-48
ownTest(
  'an engine that refuses the data of an earlier version is reported, and an empty data folder leads to a rebuild',
  async () => {
    const api = await service.startApi();
    const indexer = await service.startIndexer();
    const { port } = await indexer.line(({ msg }) => msg === 'health and metrics');
    const processes = [api.url, `http://127.0.0.1:${port}`];
    const token = await service.token('one');
    const search = () => api.request('/v1/products/search', { token, json: { query: 'written' } });
    const list = () => api.request('/v1/products', { token });

    const { meilisearch } = engines;
    await meilisearch.end('SIGKILL');
    // The engine reads the version of its data from this file.
    await writeFile(join(meilisearch.dataFolder, 'VERSION'), '1.13.0');
    await expect(meilisearch.start()).rejects.toThrow(/database version \(1\.13\.0\) is incompatible/);

    for (const url of processes)
      await eventually(
        () => readinessAt(url),
        (state) => state !== 'ok',
      );
    expect((await search()).status).toBe(503);
    expect((await list()).status).toBe(200);
    const warned = nextLine(indexer, ({ msg }) => /Meilisearch cannot .* now/.test(msg));
    await service.catalogue.products.updateMany({}, { $set: { title: 'Written while no engine ran' } });
    await warned;

    const live = nextLine(indexer, ({ msg }) => msg === 'the new index is live');
    await rm(meilisearch.dataFolder, { recursive: true });
    await meilisearch.start();
    await live;
    await eventuallyEqual(service);
    for (const url of processes)
      await eventually(
        () => readinessAt(url),
        (state) => state === 'ok',
      );
    await eventually(search, ({ status, body }) => status === 200 && body.length > 0);
  },
);
