/**
 * Products whose id is empty, or not valid UTF-8, can't be indexed. They don't keep other products from being indexed,
 * also when an index is built from them.
 */
import { REBUILD_CHUNK_SIZE } from '../../../indexer/pipeline/profiles.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { eventually } from '../../support/service.ts';
import { eventuallyIndexed, eventuallyLetters, indexedIds, letters } from '../support/dead-letters.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { BROKEN, insertRaw } from '../support/writes/raw-insert.ts';

/** The driver reads these two alike, and like the text below. */
const BROKEN_IDS = [`b-\ufffd${BROKEN}`, `b-${BROKEN}\ufffd`];
const READ_AS = `b-${'\ufffd'.repeat(6)}`;

// FM-22
concurrentTest('D18: an index is built beside a product with an empty id, and rebuilt', async (service) => {
  const { products } = service.catalogue;
  await insert(service.catalogue, { ...shop('one'), products: [product('a', 'one')] });
  // As before `setup` created the validator.
  const unchecked = { bypassDocumentValidation: true };
  await products.insertOne(product('', 'one') as never, unchecked);
  await service.startIndexer();
  expect(await indexedIds(service)).toEqual(['a']);
  await products.updateMany({}, { $set: { title: 'Changed' } }, unchecked);
  await insert(service.catalogue, { products: [product('b', 'one')] });
  await eventuallyIndexed(service, ['a', 'b']);
  expect(await service.command('reindex')).toMatchObject({ code: 0 });
  expect(await service.command('verify')).toMatchObject({ code: 0 });
  expect(await letters(service)).toEqual([]);
});

// FM-22
concurrentTest(
  'D18: an index is built beside products whose ids are not UTF-8: they are dead letters',
  async (service) => {
    await insert(service.catalogue, { ...shop('one'), products: [product('a', 'one'), product('\ufffd', 'one')] });
    const broken = BROKEN_IDS.map((id) => product(id, 'one'));
    await insertRaw(service, broken);
    await service.startIndexer();
    await eventuallyLetters(service, READ_AS);
    expect(await indexedIds(service)).toEqual(['a', '\ufffd']);
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    expect(await service.command(`explain ${READ_AS}`)).toMatchObject({ stdout: expect.stringContaining('UTF-8') });

    await service.catalogue.products.deleteMany({ _id: { $not: { $regex: '' } } });
    await eventuallyLetters(service);
    await insertRaw(service, broken);
    await eventuallyLetters(service, READ_AS);
  },
);

concurrentTest('D18: more products whose ids are not UTF-8 than a chunk has do not delay an index', async (service) => {
  await insert(service.catalogue, { ...shop('one'), products: [product('a', 'one'), product('z', 'one')] });
  const many = Array.from({ length: REBUILD_CHUNK_SIZE + 1 }, (_, number) => product(`b-${BROKEN}${number}`, 'one'));
  await insertRaw(service, many);
  await service.startIndexer();
  await eventuallyIndexed(service, ['a', 'z']);
  await eventually(
    async () => (await letters(service)).length,
    (length) => length === 1000,
  );
});
