/** A change that finds no write under way is written at once; those that come during one gather, and are written together. */
import { insert, product } from '../support/fixtures.ts';
import { startForwarder } from '../support/forwarder.ts';
import type { Log, LogLine } from '../support/log-lines.ts';
import { eventually } from '../support/service.ts';
import { concurrentTest } from './support/on-service.ts';
import { eventuallyEqual, fill, nextLine, throughProxy } from './support/steps.ts';

/** Longer than is waited for: what is written before is not written because its time had come. */
const GATHERS = { GATHER_CHANGES_MS: '60000', LOG_LEVEL: 'debug' };
const LESS_THAN_GATHERS_MS = 30_000;
const MANY = 1000;

const writesOf = ({ log }: Log): readonly LogLine[] =>
  log.filter(({ msg, events }) => msg === 'written' && events !== 0);

concurrentTest('changes during a write wait until they are many', async (service) => {
  const { products } = service.catalogue;
  const ids = await fill(service, 3);
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer({ ...GATHERS, ...settings });
    const retitle = (id = '') => products.updateOne({ _id: id }, { $set: { title: `${id} anew` } });
    // 1. Nothing is under way: the change is written at once.
    const first = nextLine(indexer, ({ msg }) => msg === 'written');
    await retitle(ids[0]);
    await first;
    await eventuallyEqual(service);
    // 2. Another change comes while one is on its way.
    const { held, letGo } = proxy.delayAt(`POST /indexes/${service.indexName}/documents`);
    const second = nextLine(indexer, ({ msg }) => msg === 'written');
    await retitle(ids[1]);
    await held;
    await retitle(ids[2]);
    letGo();
    expect(await second).toMatchObject({ events: 1 });
    // 3. It is written with many that come later, and not before.
    const third = nextLine(indexer, ({ msg, events }) => msg === 'written' && events !== 0);
    const more = Array.from({ length: MANY }, (_product, index) => product(`more-${index}`, 'one'));
    await insert(service.catalogue, { products: more });
    expect((await third).events).toBeGreaterThanOrEqual(MANY);
    expect(writesOf(indexer).map(({ events }) => events)).toEqual([1, 1, expect.any(Number)]);
  });
});

concurrentTest('a change that comes while repairs are looked for is written at once', async (service) => {
  const [id = ''] = await fill(service, 1);
  const { products } = service.catalogue;
  const { host, pathname } = new URL(service.variables.MONGODB_URL ?? '');
  let sent: string[] = [];
  const forwarder = await startForwarder(host, (text) => sent.push(text));
  const hasSent = async (text: string, times: number) =>
    await eventually(
      async () => sent.filter((each) => each.includes(text)).length,
      (count) => count >= times,
    );
  try {
    const url = `mongodb://127.0.0.1:${forwarder.port}${pathname}?directConnection=true`;
    const indexer = await service.startIndexer({ ...GATHERS, MONGODB_URL: url });
    forwarder.hold('indexer_repairs');
    sent = [];
    await hasSent('indexer_repairs', 1);
    await products.updateOne({ _id: id }, { $set: { title: 'Anew' } });
    // The stream is asked for more when what it has told has been taken: the first time may have been before the change.
    sent = [];
    await hasSent('getMore', 2);
    forwarder.release();
    await eventually(
      async () => writesOf(indexer).length,
      (count) => count === 1,
      LESS_THAN_GATHERS_MS,
    );
  } finally {
    await forwarder.close();
  }
});

concurrentTest('what gathers at a stop is written before the end', async (service) => {
  const [first = '', second = ''] = await fill(service, 2);
  const { products } = service.catalogue;
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer({ ...GATHERS, ...settings });
    const { held, letGo } = proxy.delayAt(`POST /indexes/${service.indexName}/documents`);
    const written = nextLine(indexer, ({ msg }) => msg === 'written');
    await products.updateOne({ _id: first }, { $set: { title: 'First' } });
    await held;
    await products.updateOne({ _id: second }, { $set: { title: 'Second' } });
    letGo();
    await written;
    await indexer.stop();
  });
  await service.startIndexer();
  await eventuallyEqual(service);
});
