/** Requests for a key share its next read, also if the read in progress never ends. */
import { createCoalescedRead } from '../../src/cache/coalesced-read.ts';

test('after a read that never ends, the next requests share another one', async () => {
  const read = createCoalescedRead<string>(20);
  void read('key', () => new Promise(() => undefined));
  let reads = 0;
  const load = async () => {
    reads += 1;
    return 'value';
  };
  expect(await Promise.all([read('key', load), read('key', load)])).toEqual(['value', 'value']);
  expect(reads).toBe(1);
  expect(await read('key', load)).toBe('value');
});
