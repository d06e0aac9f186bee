/**
 * Measures how soon a search finds a change while nothing else happens: from MongoDB's acknowledgement to the first
 * response that shows the change. In turn with it, measures an engine task that writes the same document.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { until } from '../environment/until.ts';
import { searchProducts } from '../load/search-products.ts';
import { figureOf, type Measurements, ratioAtMost } from '../report/figures.ts';
import { percentile } from '../report/statistics.ts';
import { untilSucceeded } from './tasks.ts';

/** A 99th percentile of fewer is the largest value. */
const MIN_CHANGES = 100;
const POLLING = { everyMs: 5, withinMs: 60_000 };
/** The pauses and the task before a measured change are longer than LIVE.intervalMs, so it is a batch of its own. */
const PAUSE_MS = 200;

/** Throws if a change is not found within a minute. */
export async function measureIdle(run: Run, service: Service, { seconds }: { seconds: number }): Promise<Measurements> {
  const products = await service.catalogue.products
    .aggregate<{ _id: string }>([{ $match: { merchantId: service.merchantId } }, { $sample: { size: 1000 } }])
    .toArray();
  const tasksMs: number[] = [];
  const changesMs: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  for (let turn = 0; turn < MIN_CHANGES || performance.now() < endMs; turn += 1) {
    run.stopping.throwIfAborted();
    const id = products[turn % products.length]?._id ?? '';
    const [before, meanwhile, after] = [uniqueWord(), uniqueWord(), uniqueWord()];
    await timeChange(run, service, id, before);
    await sleep(PAUSE_MS);
    tasksMs.push(await timeTask(service, id, { from: before, to: meanwhile }));
    await sleep(PAUSE_MS);
    changesMs.push(await timeChange(run, service, id, after));
    await sleep(PAUSE_MS);
  }
  run.say(`Idle: ${changesMs.length} changes`);
  const reference = percentile(tasksMs, 50);
  const figures = [
    { percent: 50, most: 2 },
    { percent: 99, most: 4 },
  ].map(({ percent, most }) =>
    figureOf({
      what: `change → found by a search, idle, p${percent}`,
      unit: 'ms',
      against: 'one task of one document, p50',
      rounds: [{ measured: percentile(changesMs, percent), reference }],
      target: ratioAtMost(most),
    }),
  );
  const note = `Idle: ${changesMs.length} changes; one task of one document took ${percentile(tasksMs, 99).toFixed(0)} ms at p99.`;
  return { figures, notes: [note] };
}

/** A word that resembles no other word, and is no plural. */
const uniqueWord = (): string =>
  `${Array.from(randomBytes(14), (byte) => String.fromCharCode(97 + (byte % 26))).join('')}a`;

interface Replaced {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes a product's document directly to the index, with one word replaced. The document keeps its `content_hash`, so
 * the next change in MongoDB must bring a third word: the indexer would not write the first one again.
 */
async function timeTask(
  { meilisearch, indexName }: Service,
  productId: string,
  { from, to }: Replaced,
): Promise<number> {
  const index = meilisearch.index<SearchDocument>(indexName);
  const document = await index.getDocument(indexKey(productId));
  const changed = JSON.parse(JSON.stringify(document).replaceAll(from, to)) as SearchDocument;
  const startedMs = performance.now();
  await untilSucceeded(index.addDocuments([changed]), POLLING.everyMs);
  return performance.now() - startedMs;
}

/** Changes the title of a product to one with the word, and waits until a search for the word finds the product. */
async function timeChange(run: Run, service: Service, productId: string, word: string): Promise<number> {
  await service.catalogue.products.updateOne({ _id: productId }, { $set: { title: `Changed ${word}` } });
  const writtenMs = performance.now();
  await until(run, { ...POLLING, what: `a search finds the change of ${productId}` }, () =>
    isFound(service, productId, word),
  );
  return performance.now() - writtenMs;
}

/** Checks the matched text, which comes from the index. The product itself comes from MongoDB. */
async function isFound(service: Service, productId: string, word: string): Promise<boolean> {
  const items = await searchProducts(service, { query: word });
  return items.some(
    ({ product, search }) => product.id === productId && search.results.some(({ text }) => text.includes(word)),
  );
}
