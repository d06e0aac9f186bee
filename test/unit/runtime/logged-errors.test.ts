/** How the log shows errors. */
import { openMeilisearch } from '../../../src/engines/meilisearch.ts';
import { createLogger } from '../../../src/runtime/logger.ts';

/** Returns what the log says about an error. */
function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  createLogger('test', 'info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
  return JSON.parse(lines.join('')).err;
}

test("the type of an error of Meilisearch's client is its name, although the client is minified", async () => {
  const meilisearch = openMeilisearch({ url: 'http://127.0.0.1:1', apiKey: '' });
  const error: unknown = await meilisearch.getStats().catch((reason: unknown) => reason);
  expect(logged(error)).toMatchObject({
    type: 'MeilisearchRequestError',
    message: expect.stringContaining('/stats'),
    stack: expect.stringContaining('caused by'),
  });
});

test('other errors have their type, message, stack and fields, and anything else is logged as it is', () => {
  const error = Object.assign(new TypeError('wrong'), { code: 'E1' });
  const stack = expect.stringContaining('wrong');
  expect(logged(error)).toEqual({ type: 'TypeError', message: 'wrong', stack, code: 'E1' });
  expect(logged({ code: 2 })).toEqual({ code: 2 });
});
