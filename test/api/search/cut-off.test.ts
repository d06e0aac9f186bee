/**
 * A search that Meilisearch cut off because it took longer than `searchCutoffMs` gets a response, is counted, and isn't
 * cached. Skipped unless the engines are local programs.
 */
import { canOwnEngines, type OwnEngines, ownTest, startOwnEngines } from '../../support/engines/own-engines.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { metricOf } from '../responses.ts';

const WORDS = ['amber', 'basket', 'copper', 'dainty', 'earthen', 'folding', 'garden', 'hammer', 'indigo', 'jersey'];
const PRODUCTS = 3000;
/** So many that the engine is searching for some of them when it's frozen. */
const AT_ONCE = 8;
/** Longer than the engine's limit, shorter than the API's. */
const FROZEN_MS = 700;

let engines: OwnEngines;
let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  if (!canOwnEngines) return;
  engines = await startOwnEngines();
  service = await createService({ engines: engines.addresses });
  const wordsFrom = (first: number, step: number) =>
    Array.from({ length: 6 }, (_, at) => WORDS[(first + at * step) % WORDS.length]).join(' ');
  await insert(service.catalogue, {
    ...shop('one'),
    products: Array.from({ length: PRODUCTS }, (_, index) =>
      product(`p${index}`, 'one', { title: wordsFrom(index, 3), description: wordsFrom(index >> 3, 7) }),
    ),
  });
  token = await service.token('one');
  // All of them are of one merchant, which gets half of the permits.
  [api] = await Promise.all([service.startApi({ CONCURRENT_READS: `${4 * AT_ONCE}` }), service.startIndexer()]);
});
afterAll(async () => {
  if (!canOwnEngines) return;
  engines.meilisearch.resume();
  await service.stop();
  await engines.stop();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const search = (query: string) => api.request('/v1/products/search', { token, json: { query, limit: 250 } });
const cutOff = () => metricOf(api, 'catalogue_searches_cut_off_total');
const sentToEngine = () =>
  metricOf(api, 'catalogue_engine_duration_seconds_count{engine="meilisearch",operation="search",outcome="success"}');

/** The number of queries that reach the engine instead of the cache. */
async function countSearched(queries: readonly string[]): Promise<number> {
  let searched = 0;
  for (const query of queries) {
    const before = await sentToEngine();
    expect((await search(query)).status).toBe(200);
    if ((await sentToEngine()) > before) searched += 1;
  }
  return searched;
}

/**
 * Sends new queries, and freezes the engine for a while some milliseconds later. Resolves to the queries, or to null if
 * the API gave up one of them.
 */
async function searchWhileFrozen(round: number): Promise<readonly string[] | null> {
  const queries = Array.from({ length: AT_ONCE }, (_, at) => {
    const number = round * AT_ONCE + at;
    const words = [number, number >> 2, number >> 4, 7 * number].map((from) => WORDS[from % WORDS.length]);
    return `${words.join(' ')} ${number}`;
  });
  const responses = queries.map(search);
  await sleep(2 + 3 * (round % 8));
  engines.meilisearch.freeze();
  await sleep(FROZEN_MS);
  engines.meilisearch.resume();
  return (await Promise.all(responses)).every(({ status }) => status === 200) ? queries : null;
}

ownTest(
  'a search that the engine cut off is sent again on the next request, until its results are complete',
  async () => {
    const untilCached = (queries: readonly string[]) =>
      eventually(
        () => countSearched(queries),
        (searched) => searched === 0,
      );
    await untilCached(['amber basket']);
    let [queries, cut]: [readonly string[] | null, number] = [null, 0];
    for (let round = 0; queries === null || cut === 0; round += 1) {
      const before = await cutOff();
      queries = await searchWhileFrozen(round);
      cut = (await cutOff()) - before;
    }
    expect(await countSearched(queries)).toBeGreaterThanOrEqual(cut);
    await untilCached(queries);
  },
);
