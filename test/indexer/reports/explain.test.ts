/** `explain PRODUCT`: the state of one product in MongoDB and in the index, as text and as JSON. */
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import { renderExplanation } from '../../../indexer/reports/render/explanation.ts';
import type { IndexedDocument } from '../../../src/search/index/document.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { insert, merchant, product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { done } from '../support/indexes.ts';
import { eventuallyInState } from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests check the JSON.
async function explain(service: OwnService, productId: string): Promise<any> {
  const { code, stdout, stderr } = await service.command(`explain ${productId} --json`);
  const explanation = JSON.parse(stdout);
  expect({ code, stderr }).toEqual({ code: explanation.agrees ? 0 : 1, stderr: '' });
  return explanation;
}

const textOf = async (service: OwnService, productId: string) => (await service.command(`explain ${productId}`)).stdout;

/** Changes a document without updating its `content_hash`. */
async function changeDocument({ meilisearch, indexName }: TestService, productId: string): Promise<void> {
  const index = meilisearch.index(indexName);
  const document = await index.getDocument<IndexedDocument>(indexKey(productId));
  await done(index.addDocuments([{ ...document, title: 'Changed by hand' }]));
}

concurrentTest('explains a product that agrees, a deleted product, and one that never existed', async (service) => {
  await fill(service, 3);
  const indexer = await service.startIndexer();
  await eventuallyEqual(service);
  expect(await explain(service, 'given-00001')).toEqual({
    productId: 'given-00001',
    key: indexKey('given-00001'),
    mongodb: { state: 'document', merchantId: 'one', status: 'published', reason: null },
    index: { state: 'document', indexedAt: expect.stringMatching(/^\d{4}-/) },
    agrees: true,
    pending: null,
    deadLetter: null,
  });
  expect(await textOf(service, 'given-00001')).toMatch(/^MongoDB +product of merchant one, published$/m);

  await service.catalogue.products.deleteOne({ _id: 'given-00002' });
  await eventuallyEqual(service);
  await indexer.stop();
  // Write the tombstone again: the leader may have swept it.
  const index = service.meilisearch.index(service.indexName);
  await done(index.addDocuments([{ id: indexKey('given-00002'), deleted: true }]));
  const nothing = { state: 'absent', merchantId: null, status: null, reason: null };
  expect(await explain(service, 'given-00002')).toMatchObject({
    agrees: true,
    mongodb: nothing,
    index: { state: 'tombstone', indexedAt: null },
  });
  expect(await explain(service, 'mistyped')).toMatchObject({
    agrees: true,
    mongodb: nothing,
    index: { state: 'absent', indexedAt: null },
  });
  expect(await textOf(service, 'mistyped')).toMatch(/^MongoDB +no such product\nindex +nothing$/m);
});

concurrentTest('explains a stale, a missing and an extra document, and what an operator can do', async (service) => {
  await fill(service, 4);
  const indexer = await service.startIndexer();
  await eventuallyEqual(service);
  await eventuallyInState(service, 'following');
  const index = service.meilisearch.index(service.indexName);
  await changeDocument(service, 'given-00000');
  await done(index.deleteDocuments([indexKey('given-00001')]));
  expect(await explain(service, 'given-00000')).toMatchObject({
    agrees: false,
    pending: null,
    mongodb: { state: 'document' },
    index: { state: 'document' },
  });
  expect(await textOf(service, 'given-00000')).toMatch(
    /^agrees +no: run `verify --repair`, or wait for the next change/m,
  );
  expect(await explain(service, 'given-00001')).toMatchObject({ agrees: false, index: { state: 'absent' } });
  await createDeadLetters(service.database, service.indexName).add([
    { productId: 'given-00001', merchantId: 'one', reason: 'Rejected' },
  ]);
  expect(await textOf(service, 'given-00001')).toMatch(
    /^agrees +no: correct what the dead letter names, and run `dead-letters retry`\ndead letter +Rejected \(1 tries, /m,
  );

  await service.command('pause');
  await eventuallyInState(service, 'paused');
  await service.catalogue.products.deleteOne({ _id: 'given-00002' });
  const waits = { agrees: false, mongodb: { state: 'absent' }, index: { state: 'document' } };
  expect(await explain(service, 'given-00002')).toMatchObject({
    ...waits,
    pending: 'the indexer is paused: changes wait until `resume`',
  });
  await indexer.stop();
  expect(await explain(service, 'given-00002')).toMatchObject({
    ...waits,
    pending: 'no indexer runs: changes wait',
  });
  expect(await textOf(service, 'given-00002')).toMatch(/^agrees +no: no indexer runs: changes wait$/m);
});

concurrentTest('explains a product of a disabled merchant and a dead letter', async (service) => {
  await fill(service, 2);
  await insert(service.catalogue, {
    merchants: [merchant('closed', { status: 'disabled' })],
    products: [product('of-closed', 'closed'), product('of-nobody', 'nobody'), product('odd', 'one', { status: 7 })],
  });
  const withoutMerchant = product('without-merchant', 'one', { merchantId: 7 });
  const products = service.database.collection('products');
  await products.insertOne(withoutMerchant as never, { bypassDocumentValidation: true });
  await insertRaw(service, [product('unreadable', 'one', { subtitle: UNREADABLE })]);
  await service.startIndexer();
  await eventuallyEqual(service);
  expect(await explain(service, 'of-closed')).toMatchObject({
    agrees: true,
    mongodb: { state: 'hidden', merchantId: 'closed', status: 'published' },
    index: { state: 'absent' },
  });
  expect(await textOf(service, 'of-nobody')).toMatch(
    /^MongoDB +its merchant nobody is disabled or missing, so no search finds it$/m,
  );
  expect(await explain(service, 'odd')).toMatchObject({ agrees: true, mongodb: { state: 'document' } });
  const letter = await eventually(
    () => explain(service, 'unreadable'),
    ({ deadLetter }) => deadLetter !== null,
  );
  const reason = expect.stringMatching(/^the product cannot be read: /);
  // The same reason that `verify` reports.
  expect(letter).toMatchObject({
    agrees: false,
    pending: null,
    mongodb: { state: 'unreadable', merchantId: 'one', status: 'published', reason },
    index: { state: expect.stringMatching(/^(?:absent|tombstone)$/) },
    deadLetter: { reason, tries: 1, firstAt: expect.any(String), lastAt: expect.any(String) },
  });
  const text = await textOf(service, 'unreadable');
  expect(text).toMatch(/^MongoDB +the product cannot be read: .+$/m);
  expect(text).toMatch(/^agrees +no: the product must be written to MongoDB again$/m);
  expect(text).toMatch(/^dead letter +the product cannot be read: .* \(1 tries, /m);
  expect(await textOf(service, 'without-merchant')).toMatch(
    /^MongoDB +it has no readable merchant id, so no search finds it$/m,
  );
});

concurrentTest('explain without an index reports that in one line', async (service) => {
  const { code, stdout, stderr } = await service.command('explain given-00001');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^Meilisearch has no index \S+: start the indexer .*\n$/);
});

test('stored texts add no rows to the explanation, and no codes for the terminal', () => {
  const stored = 'evil\u001b[2J\nagrees        yes';
  const at = new Date();
  const text = renderExplanation({
    productId: stored,
    key: 'key',
    mongodb: { state: 'document', merchantId: stored, status: stored, reason: null },
    index: { state: 'absent', indexedAt: null },
    agrees: false,
    pending: null,
    deadLetter: { reason: stored, firstAt: at, lastAt: at, tries: 1 },
  });
  const names = text.split('\n').map((row) => row.slice(0, 12).trimEnd());
  expect(names).toEqual(['product', 'key', 'MongoDB', 'index', 'last written', 'agrees', 'dead letter']);
  expect(text).not.toContain('\u001b');
});
