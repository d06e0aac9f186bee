/** A document that kills the engine each time the engine processes it is found and dead-lettered. */
import { openMeilisearch } from '../../../src/engines/meilisearch.ts';
import { PRIMARY_KEY } from '../../../src/search/index/settings.ts';
import { type OwnEngines, ownTest } from '../../support/engines/own-engines.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { eventuallyIndexed, eventuallyLetters, letters, setTitle } from '../support/dead-letters.ts';
import type { Embedder } from '../support/engines/embedder.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { HOLDS, startHolding } from '../support/engines/holding-engine.ts';
import { KILLS, startKilling } from '../support/engines/killing-engine.ts';
import { indexOf, newIndex } from '../support/index-client.ts';
import { nextLine } from '../support/indexer-log.ts';
import { onOwnEngines } from '../support/per-file-engines.ts';

let engines: OwnEngines;
let service: TestService;
/** That of the current test. */
let embedder: Embedder;
onOwnEngines((startedEngines, startedService) => {
  engines = startedEngines;
  service = startedService;
});
afterEach(() => embedder?.end());

const BAD = 'given-00031';
/** The engine starts a write three times before the indexer cancels it, and a half twice. */
const MAX_KILLS_OF_A_WRITE = 3;
const MAX_KILLS_OF_A_HALF = 2;

/** Changes all titles in one update; the title of BAD then kills the engine. */
const changeAll = () =>
  service.catalogue.products.updateMany({}, [
    { $set: { title: { $cond: [{ $eq: ['$_id', BAD] }, KILLS, 'Changed at once'] } } },
  ]);

ownTest('D12: a task in the queue that kills the engine, left by an earlier leader, is canceled', () =>
  throughProxy(service, async (proxy, { MEILISEARCH_URL: url }) => {
    const other = { ...service, indexName: `${service.indexName}_other` };
    await newIndex(other);
    const engine = await startKilling(other, engines.meilisearch, proxy);
    embedder = engine;
    const index = service.meilisearch.index(other.indexName);
    const { taskUid } = await index.addDocuments([{ id: 'bad', title: KILLS }], { primaryKey: PRIMARY_KEY });
    const { meilisearchApiKey: apiKey } = engines.addresses;
    await indexOf({ ...other, meilisearch: openMeilisearch({ url, apiKey }) }).waitForQueue();
    expect((await service.meilisearch.tasks.getTask(taskUid)).status).toBe('canceled');
    expect(engine.kills()).toBeGreaterThan(1);
    expect(engine.kills()).toBeLessThanOrEqual(MAX_KILLS_OF_A_WRITE);
  }),
);

ownTest('D12: a document that kills the engine is dead-lettered, and all others are indexed', () =>
  throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    await eventuallyEqual(service);
    const engine = await startKilling(service, engines.meilisearch, proxy);
    embedder = engine;
    await changeAll();
    await eventuallyLetters(service, BAD);
    expect(await letters(service)).toMatchObject([{ reason: expect.stringContaining('the engine went away') }]);
    const ids = await service.catalogue.products.find({}, { projection: { _id: 1 } }).toArray();
    await eventuallyIndexed(
      service,
      ids.flatMap(({ _id }) => (typeof _id === 'string' && _id !== BAD ? [_id] : [])),
    );
    // The batch in flight, the batch alone, five halves that contain BAD, and BAD alone.
    expect(engine.kills()).toBeLessThanOrEqual(MAX_KILLS_OF_A_WRITE + 6 * MAX_KILLS_OF_A_HALF + MAX_KILLS_OF_A_WRITE);

    // The checkpoint is past BAD, so the next start doesn't try it again.
    await indexer.stop();
    const before = engine.kills();
    const next = await service.startIndexer(settings);
    await setTitle(service, 'given-00001', 'Changed later');
    await eventually(
      () => service.meilisearch.index(service.indexName).getDocument('given-00001'),
      ({ title }) => title === 'Changed later',
    );
    expect(engine.kills()).toBe(before);
    await setTitle(service, BAD, 'Mended');
    await eventuallyLetters(service);
    await eventuallyEqual(service);
    await next.stop();
  }),
);

ownTest('D12: repeated network failures while a task is processed dead-letter no document', () =>
  throughProxy(service, async (proxy, settings) => {
    const { tasks } = service.meilisearch;
    const indexer = await service.startIndexer(settings);
    await eventuallyEqual(service);
    const engine = await startHolding(service);
    embedder = engine;
    const cancelations = async () => (await tasks.getTasks({ types: ['taskCancelation'], limit: 1 })).total;
    const before = await cancelations();
    await setTitle(service, BAD, HOLDS);
    await engine.held;
    for (let outage = 0; outage < 4; outage += 1) {
      const noticed = nextLine(indexer, ({ msg }) => msg === 'Meilisearch cannot read a task now: retrying');
      await proxy.refuse();
      await noticed;
      await proxy.pass();
      // The indexer reads the task again and sees that it is still processing.
      await proxy.cutAt('GET /tasks/', 'after');
    }
    engine.release();
    await eventuallyEqual(service);
    expect(await letters(service)).toEqual([]);
    expect(await cancelations()).toBe(before);
    await indexer.stop();
  }),
);
