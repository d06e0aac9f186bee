/** The tables of `dead-letters list` and `verify` have one line per row, whatever the ids contain. */
import { renderDeadLetters } from '../../../indexer/reports/render/dead-letters.ts';
import { renderVerification } from '../../../indexer/reports/render/verification.ts';

const [productId, merchant] = ['two\nlines', 'a\ttab'];

test('a dead letter', () => {
  const at = new Date(0);
  const letter = {
    _id: 'index:id',
    indexName: 'index',
    productId,
    merchantId: merchant,
    reason: 'a reason\nof two lines',
    tries: 1,
    firstAt: at,
    lastAt: at,
  };
  const [, row, ...more] = renderDeadLetters([letter]).split('\n');
  expect(more).toEqual([]);
  expect(row).toMatch(/^two\ufffdlines {2}a\ufffdtab {5}1 .* a reason of two lines$/);
});

test('a difference', () => {
  const differences = [{ merchant, productId, key: 'key', kind: 'missing' as const }];
  const rendered = renderVerification({ products: 1, differences, truncated: false });
  expect(rendered.split('\n').slice(1)).toEqual(['a\ufffdtab\tmissing\t1\ttwo\ufffdlines']);
});
