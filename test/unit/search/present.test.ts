/** Large search responses wait for a permit, because of the memory that they take. Others never wait. */
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import { createConcurrencyLimiter } from '../../../src/runtime/concurrency/concurrency-limiter.ts';
import { createApiMetrics } from '../../../src/runtime/monitoring/metrics.ts';
import type { EngineSession } from '../../../src/search/engine/engine.ts';
import { resolveQuery } from '../../../src/search/meaning/resolve.ts';
import { vocabularyOf } from '../../../src/search/meaning/vocabulary.ts';
import { createPresentA } from '../../../src/search/presentation/present.ts';
import { parseQuery } from '../../../src/search/query/parse.ts';
import { NO_RULES } from '../../../src/search/rules/search-rules.ts';
import { ENGLISH } from '../../support/english.ts';

const query = parseQuery('tent', ENGLISH, NO_RULES);
const resolved = resolveQuery(query, vocabularyOf([]), ENGLISH);
const scalars = { status: 'published', featured: false, inStock: true, price: 1, locationId: '' } as const;
const { signal } = new AbortController();
const LARGE = 5 * 1024 * 1024;

interface Lengths {
  readonly product: number;
  readonly text: number;
}

function createPresent() {
  const limiter = createConcurrencyLimiter({ permits: () => 4 });
  const responseOf = (merchantId: string, { product, text }: Lengths) =>
    createPresentA({
      findProducts: async () => new Map([['p', { json: JSON.stringify('x'.repeat(product)), scalars }]]),
      findTexts: async () => new Map([['p', { title: 'tent', description: 'x'.repeat(text) }]]),
      limiter,
      metrics: createApiMetrics(),
    })({
      scope: merchantScope(merchantId, 'all'),
      request: { filter: {}, highlight: false },
      hits: [{ productId: 'p', textsHash: '' }],
      firstIndex: 0,
      query,
      resolved,
      session: {} as EngineSession,
      detail: 'reduced',
      signal,
    });
  return { limiter, responseOf };
}

test.each<[string, Lengths]>([
  ['products', { product: LARGE, text: 10 }],
  ['texts', { product: 10, text: LARGE }],
])(
  'while four large responses are in progress, one of large %s waits, and a small one does not',
  async (_what, large) => {
    const { limiter, responseOf } = createPresent();
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const others = ['a', 'a', 'b', 'b'].map((tenant) => limiter.run(tenant, () => held, signal));
    for (const merchantId of ['a', 'c'])
      expect(await responseOf(merchantId, { product: 10, text: 10 })).toMatchObject({ productCount: 1 });
    const waiting = responseOf('c', large);
    while (limiter.queued() === 0) await new Promise(setImmediate);
    end();
    expect((await waiting).productCount).toBe(1);
    await Promise.all(others);
  },
);
