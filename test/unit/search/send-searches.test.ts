/** The time limit of a search: what permits took of it is no fault of the engine. */
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import { Overloaded } from '../../../src/runtime/problems.ts';
import { createSenders } from '../../../src/search/engine/send-searches.ts';

test('a search that waited for a permit until its time limit is not sent, and no failure of the engine', async () => {
  let [sent, reads] = [0, 0];
  let beforePermit = (): void => undefined;
  const senderOf = createSenders({
    indexName: 'products',
    tokens: { of: () => 'token', readiness: async () => null, reset: () => undefined },
    url: 'http://127.0.0.1:7700',
    async http() {
      sent += 1;
      return { status: 200, text: '{"results":[{"hits":[],"estimatedTotalHits":0,"processingTimeMs":1}]}' };
    },
    guardedRead: (_operation, read) => {
      reads += 1;
      return read();
    },
    limiter: {
      run(_tenant, work) {
        beforePermit();
        return work();
      },
      inProgress: () => 0,
      queued: () => 0,
      permits: () => 1,
    },
  });
  const send = senderOf(merchantScope('one', 'all'), new AbortController().signal);
  const search = { q: 'tent' } as never;
  expect(await send([search])).toHaveLength(1);

  const now = performance.now.bind(performance);
  let waitedMs = 0;
  const clock = import.meta.jest.spyOn(performance, 'now').mockImplementation(() => now() + waitedMs);
  try {
    beforePermit = () => {
      waitedMs += 1900;
    };
    await expect(send([search])).rejects.toEqual(new Overloaded('waited too long'));
    // The limit has passed before the next search waits for a permit.
    await expect(send([search])).rejects.toMatchObject({ code: 'search_unavailable' });
    expect([sent, reads]).toEqual([1, 1]);
  } finally {
    clock.mockRestore();
  }
});
