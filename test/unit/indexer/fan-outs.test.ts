/** Fan-outs are circular: for any sequence of requests, they visit every product after the last request. */
import fc from 'fast-check';
import { afterChunk, type FanOut, newFanOut, requestFanOuts } from '../../../indexer/checkpoint/fan-outs.ts';
import { createFanOutLaps } from '../../../indexer/pipeline/fan-outs/laps.ts';

const idOf = (index: number): string => `p-${String(index).padStart(3, '0')}`;

/** Visits the next chunk of products, as a MongoDB query returns them. */
function visit(fanOut: FanOut, ids: readonly string[], chunkSize: number): { visited: string[]; rest: FanOut | null } {
  const inRange = ids.filter((id) => id > fanOut.after && (fanOut.until === null || id <= fanOut.until));
  const visited = inRange.slice(0, chunkSize);
  const rest = afterChunk(fanOut, visited.at(-1) ?? fanOut.after, visited.length < chunkSize);
  return { visited, rest };
}

test('D1: a fan-out that is requested again while it runs visits every product after the request, and ends', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 4 }),
      (products, chunkSize, requestAfterChunks) => {
        const ids = Array.from({ length: products }, (_, index) => idOf(index));
        let queue: readonly FanOut[] = requestFanOuts([], [newFanOut('merchant', 'one')]);
        let sinceRequest = new Set<string>();
        const requests = [...requestAfterChunks];
        let chunksLeft = requests.shift();
        for (let chunks = 0; queue.length > 0; chunks += 1) {
          expect(chunks).toBeLessThan(1000);
          if (chunksLeft === 0) {
            queue = requestFanOuts(queue, [newFanOut('merchant', 'one')]);
            sinceRequest = new Set();
            chunksLeft = requests.shift();
          } else if (chunksLeft !== undefined) chunksLeft -= 1;
          const [next, ...others] = queue as [FanOut, ...FanOut[]];
          const { visited, rest } = visit(next, ids, chunkSize);
          for (const id of visited) sinceRequest.add(id);
          queue = rest === null ? others : [...others, rest];
        }
        expect([...sinceRequest].toSorted()).toEqual(ids);
      },
    ),
  );
});

test('D1: constant requests do not prevent a pass from reaching its end', () => {
  const ids = Array.from({ length: 100 }, (_, index) => idOf(index));
  let queue: readonly FanOut[] = [newFanOut('merchant', 'one')];
  const visited = new Set<string>();
  for (let chunks = 0; chunks < 10; chunks += 1) {
    const [next] = queue as [FanOut];
    const chunk = visit(next, ids, 10);
    for (const id of chunk.visited) visited.add(id);
    queue = requestFanOuts(chunk.rest === null ? [] : [chunk.rest], [newFanOut('merchant', 'one')]);
  }
  expect(visited.size).toBe(100);
});

/** More fan-outs than a queue may have. */
const TOO_MANY = Array.from({ length: 1001 }, (_, index) => newFanOut('collection', idOf(index)));

test.each([
  { what: 'constant requests', requested: [newFanOut('merchant', 'one')] },
  { what: 'requests that lead to a pass over everything', requested: TOO_MANY },
])('D1: under $what, a lap ends once it has visited every product', ({ requested }) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 40 }),
      fc.infiniteStream(fc.boolean()),
      (products, chunkSize, chunksBefore, requests) => {
        const ids = Array.from({ length: products }, (_, index) => idOf(index));
        let queue: readonly FanOut[] = [newFanOut('merchant', 'one')];
        const visitNext = (): readonly string[] => {
          const [next] = queue;
          if (next === undefined) return [];
          const { visited, rest } = visit(next, ids, chunkSize);
          queue = rest === null ? [] : [rest];
          return visited;
        };
        const requestSometimes = (fanOuts: readonly FanOut[]) => {
          if (requests.next().value) queue = requestFanOuts(queue, fanOuts);
        };
        for (let chunk = 0; chunk < chunksBefore; chunk += 1) {
          visitNext();
          requestSometimes([newFanOut('merchant', 'one')]);
        }
        queue = requestFanOuts(queue, [newFanOut('merchant', 'one')]);
        const laps = createFanOutLaps(queue);
        const visited = new Set<string>();
        for (let chunks = 0; !laps.areDone(); chunks += 1) {
          expect(chunks).toBeLessThan(4 * (products / chunkSize + 2));
          for (const id of visitNext()) visited.add(id);
          laps.advance(queue);
          requestSometimes(requested);
        }
        expect([...visited].toSorted()).toEqual(ids);
      },
    ),
  );
});

test('a fan-out stays forced, and becomes forced by a later request', () => {
  const [plain] = requestFanOuts([newFanOut('merchant', 'one', true)], [newFanOut('merchant', 'one')]);
  const [forced] = requestFanOuts([newFanOut('merchant', 'one')], [newFanOut('merchant', 'one', true)]);
  expect([plain?.isForced, forced?.isForced]).toEqual([true, true]);
});

test('too many fan-outs for a checkpoint become one pass over all products', () => {
  expect(requestFanOuts([], TOO_MANY)).toEqual([newFanOut('all', '')]);
  expect(requestFanOuts([newFanOut('merchant', 'one', true)], TOO_MANY)).toEqual([newFanOut('all', '', true)]);
  // A pass in progress continues.
  const halfway = { ...newFanOut('all', ''), after: idOf(7) };
  expect(requestFanOuts([halfway], TOO_MANY)).toEqual([{ ...halfway, wrapAt: idOf(7) }]);
});
