/** Which products the pipeline remembers as loaded, so that no other fan-out of a collection loads them again. */
import { newFanOut } from '../../../indexer/checkpoint/fan-outs.ts';
import { createVisited } from '../../../indexer/pipeline/fan-outs/visited.ts';

const COLLECTION = [newFanOut('collection', 'c')];

test('none once no fan-out of a collection waits: those of a rebuild take no memory', () => {
  const visited = createVisited();
  visited.add(['p1'], [newFanOut('all', ''), ...COLLECTION]);
  expect(visited.has('p1')).toBe(true);
  visited.add(['p2'], [newFanOut('all', '')]);
  expect(['p1', 'p2'].filter(visited.has)).toEqual([]);
});

test('a limited number', () => {
  const visited = createVisited();
  const ids = Array.from({ length: 100_001 }, (_each, index) => `p${index}`);
  visited.add(ids, COLLECTION);
  expect(ids.filter((id) => !visited.has(id))).toEqual(['p100000']);
});
