/**
 * The indexer survives an engine that is down at the start or later, hangs, loses the connection during a request or
 * response, or is replaced by something else that responds. Afterwards the index equals MongoDB.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongod, startInstance } from '../../../dev/engines/mongod.ts';
import { startProcess } from '../../../dev/processes/launcher.ts';
import type { Log } from '../../../dev/processes/process-log.ts';
import { changedSettings } from '../../../indexer/engine/index-settings.ts';
import { ownTest } from '../../support/engines/own-engines.ts';
import { type EngineProxy, startProxy } from '../../support/engines/proxy.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { eventuallyNotReady, eventuallyReady, readinessOf } from '../support/indexer-http.ts';
import { nextLine, rebuildsOf } from '../support/indexer-log.ts';
import { done } from '../support/indexes.ts';
import { releaseLease } from '../support/lease.ts';
import { requestReindex } from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startWriting } from '../support/writes/traffic.ts';

type Engine = 'meilisearch' | 'mongodb';

/** A test whose indexer reaches one engine through a proxy: `settings` are the indexer's. */
function proxyTest(
  engine: Engine,
  name: string,
  work: (service: OwnService, proxy: EngineProxy, settings: Record<string, string>) => Promise<void>,
): void {
  concurrentTest(`${engine}: ${name}`, async (service) => {
    const { MEILISEARCH_URL = '', MONGODB_URL = '' } = service.variables;
    const mongodb = new URL(MONGODB_URL.replace(/^mongodb:/, 'http:'));
    const proxy = await startProxy(engine === 'meilisearch' ? MEILISEARCH_URL : mongodb.origin);
    const address = `127.0.0.1:${proxy.port}`;
    const settings: Record<string, string> =
      engine === 'meilisearch'
        ? { MEILISEARCH_URL: `http://${address}` }
        : { MONGODB_URL: `mongodb://${address}${mongodb.pathname}?directConnection=true` };
    try {
      await work(service, proxy, settings);
    } finally {
      await proxy.refuse();
    }
  });
}

const warned = (indexer: Log, text: RegExp) => indexer.line(({ msg }) => text.test(msg));
/** What Meilisearch sends if it gets no complete request within five seconds. */
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const HTML_502 =
  'HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 29\r\nConnection: close\r\n\r\n<html><h1>Bad Gateway</h1></>';

// FM-28
for (const engine of ['meilisearch', 'mongodb'] as const) {
  proxyTest(
    engine,
    'is down at the start: the indexer waits and reports that it is not ready',
    async (service, proxy, settings) => {
      await fill(service, 50);
      await proxy.refuse();
      const indexer = await service.startIndexer(settings, 'start');
      await eventually(
        () => readinessOf(indexer),
        ({ status }) => status === 503,
      );
      await warned(indexer, /Meilisearch cannot .* now|the lease could not be requested/);
      await proxy.pass();
      await indexer.line(({ msg }) => msg === 'following');
      await eventuallyEqual(service);
      const ready = await eventually(
        () => readinessOf(indexer),
        ({ status }) => status === 200,
      );
      expect(ready.checks).toMatchObject({
        mongodb: 'ok',
        meilisearch: 'ok',
        index: 'ok',
        lag: 'ok',
        leadership: 'ok',
      });
    },
  );

  // FM-16
  proxyTest(engine, 'loses its connections repeatedly while writes continue', async (service, proxy, settings) => {
    const ids = await fill(service, 200);
    const indexer = await service.startIndexer({ ...settings, LOG_LEVEL: 'debug' });
    const writing = startWriting(service, 'one', ids);
    for (let cut = 1; cut <= 5; cut += 1) {
      await nextLine(indexer, ({ msg }) => msg === 'batch');
      proxy.cut();
    }
    await writing.stop();
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer).length).toBe(1);
  });

  proxyTest(engine, 'hangs, then responds again: the indexer resumes', async (service, proxy, settings) => {
    await fill(service, 50);
    const indexer = await service.startIndexer(settings);
    proxy.hold();
    await service.catalogue.products.updateMany({}, { $set: { title: 'Updated while it hung' } });
    await eventually(
      () => readinessOf(indexer),
      ({ status }) => status === 503,
    );
    await proxy.pass();
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer).length).toBe(1);
  });
}

// FM-28
proxyTest(
  'meilisearch',
  'is behind a gateway that responds with 502 and HTML, then receives requests too late, and responds with 408',
  async (service, proxy, settings) => {
    await fill(service, 50);
    const indexer = await service.startIndexer(settings);
    for (const [status, response] of [
      [502, HTML_502],
      [408, REQUEST_TIMEOUT],
    ] as const) {
      const isRetried = nextLine(indexer, ({ msg }) => /Meilisearch cannot .* now/.test(msg));
      proxy.respond(response);
      proxy.cut();
      const title = `Updated during ${response.slice(0, 12)}`;
      await service.catalogue.products.updateMany({}, { $set: { title } });
      await isRetried;
      await eventuallyNotReady(indexer, 'meilisearch', new RegExp(`^answers ${status}$`));
      await proxy.pass();
      await eventuallyEqual(service);
    }
    expect(rebuildsOf(indexer).length).toBe(1);
  },
);

// FM-8
for (const when of ['before', 'after'] as const) {
  proxyTest(
    'meilisearch',
    `loses the connection ${when} it has received a write, and the indexer is killed`,
    async (service, proxy, settings) => {
      await fill(service, 50);
      const indexer = await service.startIndexerProcess(settings);
      const cut = proxy.cutAt(`POST /indexes/${service.indexName}/documents?`, when);
      await service.catalogue.products.updateMany({}, { $set: { title: 'Updated' } });
      await cut;
      await indexer.end('SIGKILL');
      await service.catalogue.products.deleteOne({ _id: 'given-00001' });
      await releaseLease(service);
      const next = await service.startIndexer();
      await eventuallyEqual(service);
      expect(rebuildsOf(next)).toEqual([]);
    },
  );

  // FM-34
  proxyTest(
    'meilisearch',
    `loses the connection ${when} it has received a swap of indexes, which is done once`,
    async (service, proxy, settings) => {
      await fill(service, 50);
      // The swap replaces this index; a second swap would bring it back.
      await done(service.meilisearch.createIndex(service.indexName, { primaryKey: 'id' }));
      const cut = proxy.cutAt('POST /swap-indexes', when);
      const indexer = await service.startIndexer(settings, 'start');
      await cut;
      await indexer.line(({ msg }) => msg === 'following');
      await eventuallyEqual(service);
      // If the engine has swapped, the leader finds the new index; otherwise it resumes the rebuild.
      expect(rebuildsOf(indexer).length).toBe(when === 'after' ? 1 : 2);
    },
  );
}

// FM-31
proxyTest('meilisearch', 'comes back empty while a write is retried', async (service, proxy, settings) => {
  await fill(service, 50);
  const indexer = await service.startIndexer(settings);
  const cut = proxy.cutAt(`POST /indexes/${service.indexName}/documents?`, 'before');
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Updated' } });
  await cut;
  await proxy.refuse();
  await done(service.meilisearch.index(service.indexName).deleteAllDocuments());
  await proxy.pass();
  await eventuallyEqual(service);
  expect(rebuildsOf(indexer).length).toBe(2);
});

// FM-16
proxyTest(
  'mongodb',
  'is down briefly: the leader acquires its lease again without standing by',
  async (service, proxy, settings) => {
    await fill(service, 50);
    const indexer = await service.startIndexer(settings);
    await proxy.refuse();
    await service.catalogue.products.updateMany({}, { $set: { title: 'Updated meanwhile' } });
    await warned(indexer, /the lease could not be requested/);
    await proxy.pass();
    await eventuallyEqual(service);
    expect(await epochOf(service)).toBe(2);
    expect(indexer.log.filter(({ msg }) => msg.startsWith('standing by'))).toEqual([]);
  },
);

// FM-44
proxyTest(
  'mongodb',
  'does not respond when the indexer stops: the indexer ends gracefully and logs what is unfinished',
  async (service, proxy, settings) => {
    await fill(service, 50);
    const indexer = await service.startIndexerProcess({ ...settings, STOP_TIMEOUT_MS: '6000' });
    proxy.hold();
    await service.catalogue.products.updateMany({}, { $set: { title: 'Updated while it hung' } });
    expect(await indexer.end()).toBe(1);
    const messages = indexer.log.map(({ msg }) => msg);
    expect(messages).toContain('MongoDB does not respond: unfinished operations are abandoned');
    expect(indexer.output()).toMatch(/a held lease is not released and will expire/);
    // A forced exit doesn't log this line.
    expect(messages.at(-1)).toBe('stopped');
    await proxy.pass();
    await releaseLease(service);
    const next = await service.startIndexer();
    await eventuallyEqual(service);
    expect(rebuildsOf(next)).toEqual([]);
  },
);

// FM-44
proxyTest(
  'meilisearch',
  'does not respond when the indexer stops: the indexer releases its lease and ends',
  async (service, proxy, settings) => {
    await fill(service, 50);
    const indexer = await service.startIndexerProcess({ ...settings, STOP_TIMEOUT_MS: '6000' });
    proxy.hold();
    await service.catalogue.products.updateMany({}, { $set: { title: 'Updated while it hung' } });
    await eventually(
      () => readinessOf(indexer),
      ({ status }) => status === 503,
    );
    expect(await indexer.end()).toBe(0);
    expect(indexer.output()).not.toContain('MongoDB does not respond');
    await proxy.pass();
    // A lease that is not released would last for up to 15 s.
    expect((await service.command('status')).stdout).toContain('nobody leads');
    const next = await service.startIndexer();
    await eventuallyEqual(service);
    expect(rebuildsOf(next)).toEqual([]);
  },
);

// FM-44
proxyTest(
  'meilisearch',
  'does not respond to a swap when the indexer stops: the indexer releases its lease and ends',
  async (service, proxy, settings) => {
    await fill(service, 50);
    const indexer = await service.startIndexerProcess({ ...settings, STOP_TIMEOUT_MS: '6000' });
    const { held, release } = proxy.delayAt('POST /swap-indexes');
    await requestReindex(service);
    await held;
    expect(await indexer.end()).toBe(0);
    expect((await service.command('status')).stdout).toContain('nobody leads');
    release();
    await service.startIndexer();
    await eventuallyEqual(service);
  },
);

// FM-48: an upgrade in place, a dump or a snapshot can restore such an index.
for (const isRunning of [true, false]) {
  const followed = isRunning ? 'while it is followed' : 'while no indexer runs';

  concurrentTest(
    `meilisearch: an index that comes back without our settings ${followed} gets them again, without a rebuild`,
    async (service) => {
      await fill(service, 50);
      const first = await service.startIndexer();
      if (!isRunning) await first.stop();
      await done(service.meilisearch.index(service.indexName).resetSettings());
      const indexer = isRunning ? first : await service.startIndexer({}, 'start');
      await indexer.line(({ msg }) => msg.startsWith('somebody reset the settings'));
      await eventuallyReady(indexer);
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
      await eventuallyEqual(service);
      expect(changedSettings(await service.meilisearch.index(service.indexName).getSettings())).toEqual([]);
      expect(rebuildsOf(indexer)).toHaveLength(isRunning ? 1 : 0);
    },
  );
}

const epochOf = async (service: TestService) => (await storedCheckpoint(service)).epoch;

// FM-17
ownTest(
  'mongodb: without a replica set, the indexer ends with a hint (skipped unless mongod runs on this machine)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'standalone-'));
    const program = await findMongod({ environment: process.env });
    const mongod = await startInstance({ program, folder }, []);
    try {
      const indexer = startProcess('indexer/main.js', ['run'], {
        MONGODB_URL: `mongodb://${mongod.host}/standalone`,
        MEILISEARCH_URL: String(process.env.TEST_MEILISEARCH_URL),
        MEILISEARCH_API_KEY: String(process.env.TEST_MEILISEARCH_API_KEY),
        MEILISEARCH_INDEX: 'standalone',
        INDEXER_PORT: '0',
      });
      expect(await indexer.exited).toBe(1);
      expect(indexer.output()).toMatch(/change streams need a replica set: start it with --replSet/);
      expect(indexer.output()).not.toContain('stack');
    } finally {
      await mongod.stop();
      await rm(folder, { recursive: true });
    }
  },
);
