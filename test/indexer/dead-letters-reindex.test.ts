/**
 * Documents that the engine rejects during a rebuild: the rebuild goes on around a few, and is discarded where they are
 * many.
 */

import type { RunningProcess } from '../../dev/processes.ts';
import { product } from '../support/fixtures.ts';
import { eventually } from '../support/service.ts';
import { eventuallyIndexed, eventuallyLetters, letters, setTitle, withRefusingEngine } from './support/dead-letters.ts';
import { concurrentTest, type OwnService } from './support/on-service.ts';
import { insertRaw, UNREADABLE } from './support/raw-insert.ts';
import { REFUSED, refusingTest } from './support/refusing-engine.ts';
import { fill, holdHalfway, rebuildName, throughProxy } from './support/steps.ts';

/**
 * A test of a reindex whose index rejects some documents after its first 2,000 products; `made` resolves to all ids.
 */
function refusedReindexTest(
  name: string,
  made: (service: OwnService) => Promise<readonly string[]>,
  expectOutcome: (service: OwnService, ids: readonly string[], reindex: RunningProcess) => Promise<void>,
): void {
  refusingTest(name, (service) =>
    withRefusingEngine(service, (engine) =>
      throughProxy(service, async (proxy, settings) => {
        const ids = await made(service);
        await service.startIndexer(settings);
        const { held, release } = holdHalfway(proxy);
        const reindex = service.startCommand('reindex');
        await held;
        await engine.refuseSome(rebuildName(service));
        release();
        await expectOutcome(service, ids, reindex);
      }),
    ),
  );
}

refusedReindexTest(
  'a reindex goes on around a rejected document, and its dead letter is one of the new index',
  async (service) => {
    const ids = await fill(service, 2100);
    await setTitle(service, 'given-02050', REFUSED);
    return ids;
  },
  async (service, ids, reindex) => {
    expect(await reindex.exited).toBe(0);
    await eventuallyIndexed(
      service,
      ids.filter((id) => id !== 'given-02050'),
    );
    await eventually(
      async () => (await letters(service)).map(({ _id }) => _id),
      (found) => JSON.stringify(found) === JSON.stringify([`${service.indexName}:given-02050`]),
    );
  },
);

// FM-36
refusedReindexTest(
  'a reindex that loses many products is not swapped in',
  async (service) => {
    const ids = await fill(service, 2100);
    await service.catalogue.products.updateMany({ _id: { $gte: 'given-02050' } }, { $set: { title: REFUSED } });
    return ids;
  },
  async (service, ids, reindex) => {
    expect(await reindex.exited).toBe(1);
    expect(reindex.output()).toMatch(
      /the new index was not swapped in: 50 products of the live index could not get into it/,
    );
    await eventuallyIndexed(service, ids);
    expect(await letters(service)).toEqual([]);
  },
);

concurrentTest(
  'many dropped dead letters prevent no swap: the live index does not hold them either',
  async (service) => {
    const ids = await fill(service, 10);
    const broken = Array.from({ length: 30 }, (_, index) => `unreadable-${index + 10}`);
    await insertRaw(
      service,
      broken.map((id) => product(id, 'one', { subtitle: UNREADABLE })),
    );
    await service.startIndexer();
    await eventuallyLetters(service, ...broken);
    expect((await service.command('dead-letters drop')).stdout).toMatch(/dropped 30/);
    expect(await service.startCommand('reindex').exited).toBe(0);
    await eventuallyIndexed(service, ids);
    await eventuallyLetters(service, ...broken);
  },
);
