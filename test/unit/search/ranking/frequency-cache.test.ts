/** Which counts of products by stem are cached. */
import { merchantScope } from '../../../../src/catalogue/merchant-scope.ts';
import { createFrequencyCache } from '../../../../src/search/engine/frequency-cache.ts';

const SCOPE = merchantScope('one', 'all');

test('a count is cached, but not one that the engine cut off', () => {
  const cache = createFrequencyCache(100_000);
  const first = cache.get(SCOPE, ['tent', 'red']);
  expect(first.missing).toEqual(['', 'tent', 'red']);
  const frequencies = first.add([
    { stem: '', products: 900, isCutOff: false },
    { stem: 'tent', products: 7, isCutOff: false },
    { stem: 'red', products: 0, isCutOff: true },
  ]);
  expect([frequencies.products, frequencies.of('tent'), frequencies.of('red')]).toEqual([900, 7, 0]);
  const second = cache.get(SCOPE, ['tent', 'red']);
  expect(second.missing).toEqual(['red']);
  expect(second.add([{ stem: 'red', products: 40, isCutOff: false }]).of('red')).toBe(40);
});

test.each([merchantScope('two', 'all'), merchantScope('one', 'published')])('%j has counts of its own', (scope) => {
  const cache = createFrequencyCache(100_000);
  cache.get(SCOPE, ['tent']).add([
    { stem: '', products: 900, isCutOff: false },
    { stem: 'tent', products: 7, isCutOff: false },
  ]);
  expect(cache.get(scope, ['tent']).missing).toEqual(['', 'tent']);
});
