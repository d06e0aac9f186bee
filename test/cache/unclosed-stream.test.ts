/** The change stream is opened again, even if closing the one before never ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openMongo } from '../../src/engines/mongodb/client.ts';
import { startMongodbProxy } from '../support/engines/proxy.ts';
import { createService } from '../support/service.ts';
import { followSteadily, follows } from '../support/versions.ts';

test('a stream whose cursor is never closed is replaced', async () => {
  const service = await createService({ withIndexes: false });
  const proxy = await startMongodbProxy(service);
  const client = openMongo(proxy.url, { appName: 'test' });
  const versions = followSteadily({ ...service, database: client.db() });
  try {
    await follows(versions);
    const before = versions.latest() ?? 0;
    proxy.delayAll('killCursors');
    // As if another primary had been elected.
    const server = (address: string) => ({ servers: new Map([[address, { type: 'RSPrimary', address }]]) });
    client.emit('topologyDescriptionChanged', {
      previousDescription: server('a:1'),
      newDescription: server('b:1'),
    } as never);
    while ((versions.latest() ?? 0) <= before) await sleep(20);
  } finally {
    proxy.releaseAll();
    await versions.close();
    await client.close();
    await proxy.refuse();
    await service.stop();
  }
});
