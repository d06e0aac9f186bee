/** The memory that a cached page takes. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { pageOf } from '../../../src/cache/page.ts';

const decompressors = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

test('a body takes no more memory than it has bytes', () => {
  const { body } = pageOf(Buffer.from('a small page'));
  expect(body.buffer.byteLength).toBe(body.length);
  expect(body.toString()).toBe('a small page');
});

test.each(['br', 'gzip'] as const)('a body in %s takes no more memory than it has bytes', async (encoding) => {
  const body = Buffer.from('a small page '.repeat(100));
  const encoded = await pageOf(body).encoded(encoding);
  expect(encoded.buffer.byteLength).toBe(encoded.length);
  expect(await decompressors[encoding](encoded)).toEqual(body);
});
