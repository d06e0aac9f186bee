/** A new index has a change stream of its own, which ends with the rebuild. */
import type { ChangeStream, Db } from 'mongodb';
import type { LeaderContext } from '../../../indexer/context.ts';
import { startRebuild } from '../../../indexer/rebuild/rebuild.ts';
import { eventually } from '../../support/service.ts';
import { indexOf, loaderOf, logger, rewritesOf } from '../support/in-process.ts';
import { concurrentTest } from '../support/on-service.ts';

/** Collects the change streams that are opened on a database from now on. */
function streamsOf(database: Db): readonly ChangeStream[] {
  const streams: ChangeStream[] = [];
  const watch = database.watch.bind(database);
  database.watch = ((...parameters: Parameters<typeof watch>) => {
    const stream = watch(...parameters);
    streams.push(stream);
    return stream;
  }) as Db['watch'];
  return streams;
}

concurrentTest('D23: a rebuild that fails at its start leaves no change stream open', async (service) => {
  const { database, indexName } = service;
  const streams = streamsOf(database);
  const loader = { ...loaderOf(service), misreadIds: () => Promise.reject(new Error('MongoDB is down')) };
  const context = {
    ...{ database, indexName, index: indexOf(service), loader, logger, lease: { epoch: 1 } },
    ...{ rewrites: rewritesOf(service), signal: new AbortController().signal },
  } as unknown as LeaderContext;
  const starting = startRebuild(context, {
    ...{ unfinished: null, source: 'test', liveGeneration: 0, mark: { era: 'test', number: 1 }, allowsFewer: false },
    ...{ isLiveBusy: () => false, onProgress: () => undefined, assertMayContinue: async () => undefined },
  });
  await expect(starting).rejects.toThrow('MongoDB is down');
  expect(streams.length).toBeGreaterThan(0);
  await eventually(async () => streams.every(({ closed }) => closed), Boolean);
});
