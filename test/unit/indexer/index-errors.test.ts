/** How the indexer classifies errors of Meilisearch. They are those that version 1.21 responded with. */
import { MeilisearchApiError, type MeilisearchErrorResponse, MeilisearchRequestError } from 'meilisearch';
import { classOf, isDiskFull, TaskFailed } from '../../../indexer/engine/index-errors.ts';

const NO_SPACE = 'Error while receiving the playload. No space left on device (os error 28)';

const refused = (status: number, body: Partial<MeilisearchErrorResponse>) =>
  new MeilisearchApiError(new Response(null, { status }), body as MeilisearchErrorResponse);

test.each([
  ['nothing can be written', 500, 'internal', NO_SPACE],
  ['a little can be written', 400, 'malformed_payload', 'The `ndjson` payload provided is malformed.'],
  ['the queue is full', 422, 'no_space_left_on_device', 'There is no more space left on the device.'],
])('the disk is full: %s', (_, status, code, message) => {
  const error = refused(status, { code, message });
  expect([isDiskFull(error), classOf(error)]).toEqual([true, 'disk full']);
  // The client wraps what its own HTTP client throws.
  expect(isDiskFull(new MeilisearchRequestError('http://127.0.0.1/', error))).toBe(true);
});

test('a task that fails because the disk is full blames no document', () => {
  const task = { uid: 1, type: 'documentAdditionOrUpdate', status: 'failed' } as const;
  for (const [code, message] of [
    ['internal', 'No space left on device (os error 28)'],
    ['io_error', 'Input/output error (os error 5). This error generally happens when you have no space left on device'],
  ] as const) {
    const full = new TaskFailed(task, { code, message });
    expect([isDiskFull(full), full.mayBlameDocuments]).toEqual([true, false]);
  }
  const other = new TaskFailed(task, { code: 'internal', message: 'the channel is closed' });
  expect([isDiskFull(other), other.mayBlameDocuments]).toEqual([false, true]);
});

test('another error of the server is no full disk', () => {
  const error = refused(500, { code: 'internal', message: 'the channel is closed' });
  expect([isDiskFull(error), classOf(error)]).toEqual([false, 'engine fault']);
});

test('a task that another client canceled has no error and blames no document', () => {
  const canceled = new TaskFailed({ uid: 1, type: 'documentAdditionOrUpdate', status: 'canceled' }, null);
  expect(canceled.message).toBe('task 1 (documentAdditionOrUpdate) canceled: another client of Meilisearch did that');
  expect([classOf(canceled), canceled.mayBlameDocuments]).toEqual(['other', false]);
});
