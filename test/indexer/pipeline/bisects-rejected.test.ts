/**
 * `bisectRejected` on a real engine: finds the documents that make the engine reject a batch. It throws a
 * failure of the engine itself and blames no document.
 */
import type { Checkpoint } from '../../../indexer/checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { type DocumentLine, toLine } from '../../../indexer/documents/document-line.ts';
import { toSearchDocument } from '../../../indexer/documents/mapper.ts';
import { createIndexClient, type IndexClient } from '../../../indexer/engine/index-client.ts';
import { TaskFailed } from '../../../indexer/engine/index-errors.ts';
import { bisectRejected } from '../../../indexer/pipeline/bisect-rejected.ts';
import type { OwnedStored } from '../../../src/catalogue/stored-documents.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { ENGLISH } from '../../support/english.ts';
import { product } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';
import { canRefuse, REFUSED, type RefusingEngine, startRefusing } from '../support/engines/refusing-engine.ts';

let service: TestService;
let engine: RefusingEngine;
const logger = createLogger('test', 'silent');
const checkpoint: Checkpoint = {
  epoch: 1,
  token: { _data: '82' },
  source: 'test',
  schemaVersion: SCHEMA_VERSION,
  generation: 1,
  highestGeneration: 1,
  fanOuts: [],
  mark: null,
  hasOrigin: true,
};
const moved: Checkpoint = { ...checkpoint, token: { _data: '83' } };
const NOTHING = { documents: [], deletedKeys: [] };
const document = (id: string, title: string): DocumentLine =>
  toLine(toSearchDocument(product(id, 'one', { title }) as unknown as OwnedStored, [], ENGLISH), 'one');
const accepted: DocumentLine = document('accepted', 'Accepted');
const failures: string[] = [];

const index = () =>
  createIndexClient({
    client: service.meilisearch,
    logger,
    assertMayWrite: () => undefined,
    signal: new AbortController().signal,
    onTask: ({ status, type }) => void (status === 'failed' && failures.push(type)),
  });

const refusingTest = canRefuse ? test : test.skip;

beforeAll(async () => {
  if (!canRefuse) return;
  service = await createService();
  engine = await startRefusing(service);
  await index().create(service.indexName, checkpoint);
  const expected = [checkpoint];
  await index().write(service.indexName, { ...NOTHING, documents: [accepted], checkpoint, expected });
  await engine.refuseSome(service.indexName);
});
afterAll(async () => {
  await service?.stop();
});
/**
 * Writes a batch and resolves to the ids of the dead-lettered products. `held` replaces what the index client reads.
 */
async function rejectedOf(
  documents: readonly DocumentLine[],
  held: Partial<IndexClient> = {},
  given: Partial<Parameters<typeof bisectRejected>[0]> = {},
): Promise<readonly string[]> {
  const rejected: string[] = [];
  await index().write(service.indexName, { ...NOTHING, checkpoint, expected: null });
  failures.length = 0;
  const write = { ...NOTHING, documents, checkpoint: moved, expected: [checkpoint] };
  await bisectRejected({
    index: { ...index(), ...held },
    indexName: service.indexName,
    write,
    before: checkpoint,
    logger,
    ...given,
    deadLetter: async (failed) => void rejected.push(...failed.map(({ productId }) => productId)),
  });
  return rejected;
}

async function tokenOfIndex() {
  const state = await index().stateOf(service.indexName);
  return state.kind === 'checkpoint' ? state.checkpoint.token : null;
}

// FM-9
refusingTest(
  'finds a rejected document alone, among accepted ones, and in a batch of rejected ones; the checkpoint advances',
  async () => {
    expect(await rejectedOf([document('alone', REFUSED)])).toEqual(['alone']);
    const among = Array.from({ length: 64 }, (_document, number) =>
      document(`p-${number}`, number === 41 ? REFUSED : 'Good'),
    );
    expect(await rejectedOf(among)).toEqual(['p-41']);
    // The whole batch fails, and then one half at each of six levels.
    expect(failures.length).toBe(7);
    expect((await rejectedOf(['x', 'y', 'z'].map((id) => document(id, REFUSED)))).toSorted()).toEqual(['x', 'y', 'z']);
    expect(await tokenOfIndex()).toEqual(moved.token);
  },
);

refusingTest('the confirmed checkpoint may be ahead of the one that the index holds', async () => {
  const before: Checkpoint = { ...checkpoint, token: { _data: '8255' } };
  expect(await rejectedOf([document('ahead', REFUSED)], {}, { before })).toEqual(['ahead']);
  expect(await tokenOfIndex()).toEqual(moved.token);
});

refusingTest('the old document of a rejected product becomes a tombstone', async () => {
  expect(await rejectedOf([document('was-good', 'Good')])).toEqual([]);
  expect(await rejectedOf([document('was-good', REFUSED)])).toEqual(['was-good']);
  const stored = await service.meilisearch.index(service.indexName).getDocument('was-good');
  expect(stored).toEqual({ id: 'was-good', deleted: true });
});

const heldBy = (...documents: readonly DocumentLine[]): Partial<IndexClient> => ({
  listDocuments: async () => documents.map(({ json }) => JSON.parse(json.toString())),
});

refusingTest(
  'an engine that rejects documents that it holds is at fault: the failure is thrown, and the checkpoint stays',
  async () => {
    const bad = ['k-1', 'k-2'].map((id) => document(id, REFUSED));
    await expect(rejectedOf([document('innocent', REFUSED)], heldBy(...bad))).rejects.toThrow(TaskFailed);
    expect(await tokenOfIndex()).toEqual(checkpoint.token);
    // One accepted document is enough, because the others may be bad themselves.
    expect(await rejectedOf([document('guilty', REFUSED)], heldBy(...bad, accepted))).toEqual(['guilty']);
  },
);

refusingTest('whether the engine is at fault is checked before the search, and again after it', async () => {
  const bad = ['k-1', 'k-2'].map((id) => document(id, REFUSED));
  const many = Array.from({ length: 8 }, (_document, number) => document(`many-${number}`, REFUSED));
  await expect(rejectedOf(many, heldBy(...bad))).rejects.toThrow(TaskFailed);
  // The batch, and the two known documents.
  expect(failures.length).toBe(3);
  const answers = [[accepted], bad];
  const held: Partial<IndexClient> = {
    listDocuments: async () => (answers.shift() ?? []).map(({ json }) => JSON.parse(json.toString())),
  };
  await expect(rejectedOf(many, held)).rejects.toThrow(TaskFailed);
  expect(await tokenOfIndex()).toEqual(checkpoint.token);
});

refusingTest(
  'a document that is written back to test the engine stays unchanged; an empty index needs only its checkpoint',
  async () => {
    const stored = () => service.meilisearch.index(service.indexName).getDocument('accepted');
    const before = await stored();
    expect(await rejectedOf([document('bad', REFUSED)])).toEqual(['bad']);
    expect(await stored()).toEqual(before);
    expect(await rejectedOf([document('bad', REFUSED)], heldBy())).toEqual(['bad']);
  },
);

test('error codes of the disk, the index or an embedder never blame a document', () => {
  const task = { uid: 1, type: 'documentAdditionOrUpdate', status: 'failed' } as const;
  const blames = (code: string, type: string) =>
    new TaskFailed(task, { code, type, message: '', link: '' } as never).mayBlameDocuments;
  const engineCodes = ['no_space_left_on_device', 'io_error', 'too_many_open_files', 'index_not_found'];
  const otherCodes = [
    'vector_embedding_error',
    'max_fields_limit_exceeded',
    'invalid_api_key',
    'database_size_limit_reached',
  ];
  expect([...engineCodes, ...otherCodes].filter((code) => blames(code, 'invalid_request'))).toEqual([]);
  expect(
    ['invalid_document_id', 'missing_document_id', 'internal'].filter((code) => !blames(code, 'internal')),
  ).toEqual([]);
  expect(new TaskFailed({ ...task, type: 'settingsUpdate' }, { code: 'internal' } as never).mayBlameDocuments).toBe(
    false,
  );
});
