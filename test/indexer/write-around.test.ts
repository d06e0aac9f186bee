/**
 * Which failures of a write are laid to its documents: function by function on the real engine. Trouble of the engine
 * itself is thrown, and nothing is set apart.
 */

import type { Position } from '../../indexer/checkpoint/checkpoint.ts';
import { SCHEMA, TUNING } from '../../indexer/checkpoint/schema-version.ts';
import { type DocumentLine, toLine } from '../../indexer/documents/document-line.ts';
import { toSearchDocument } from '../../indexer/documents/mapper.ts';
import { createIndexClient } from '../../indexer/engine/index-client.ts';
import { TaskFailed } from '../../indexer/engine/index-errors.ts';
import type { IndexWrite } from '../../indexer/engine/index-write.ts';
import { writeAround } from '../../indexer/pipeline/bisect-rejected.ts';
import type { OwnedStored } from '../../src/data/collections.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { meilisearchCode } from '../../src/platform/meilisearch.ts';
import { product } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';
import { canRefuse, REFUSED, type RefusingEngine, startRefusing } from './support/refusing-engine.ts';

let service: TestService;
let engine: RefusingEngine;
const logger = createLogger('test', 'silent');
const position: Position = {
  ...{ epoch: 1, token: { _data: '82' }, source: 'test', schema: SCHEMA, tuning: TUNING, generation: 1 },
  backlog: [],
};
const moved: Position = { ...position, token: { _data: '83' } };
const document = (id: string, title: string): DocumentLine =>
  toLine(toSearchDocument(product(id, 'one', { title }) as unknown as OwnedStored, []));
const isTaken: DocumentLine = document('taken', 'Taken');
const failures: string[] = [];

const index = () =>
  createIndexClient({
    client: service.meilisearch,
    logger,
    mayWrite: () => undefined,
    signal: new AbortController().signal,
    onTask: (result, type) => void (result === 'failed' && failures.push(type)),
  });

const refusingTest = canRefuse ? test : test.skip;

beforeAll(async () => {
  if (!canRefuse) return;
  service = await createService();
  engine = await startRefusing(service);
  await index().create(service.indexName, position);
  await index().write(service.indexName, { previous: position, deletedKeys: [], documents: [isTaken], position });
  await engine.refuseSome(service.indexName);
});
afterAll(async () => {
  engine?.end();
  await service?.stop();
});
/** Writes with these as what the engine had taken; resolves to what was set apart. */
async function setApart(
  documents: readonly DocumentLine[],
  known: readonly DocumentLine[] = [isTaken],
): Promise<readonly string[]> {
  const apart: string[] = [];
  await index().write(service.indexName, { previous: null, deletedKeys: [], documents: [], position });
  failures.length = 0;
  const write: IndexWrite & { previous: Position } = {
    previous: position,
    deletedKeys: [],
    documents,
    position: moved,
  };
  await writeAround({
    ...{ index: index(), indexName: service.indexName, write, logger },
    knownGood: async () => known,
    setAside: async (refusals) => void apart.push(...refusals.map(({ productId }) => productId)),
  });
  return apart;
}

const tokenOfIndex = async () => (await index().readPosition(service.indexName)).position?.token;

refusingTest('one alone, one among good ones, all of several: each is found, and the position moves', async () => {
  expect(await setApart([document('alone', REFUSED)])).toEqual(['alone']);
  const among = Array.from({ length: 64 }, (_document, number) =>
    document(`p-${number}`, number === 41 ? REFUSED : 'Good'),
  );
  expect(await setApart(among)).toEqual(['p-41']);
  // The write itself, and one half at each of six levels.
  expect(failures.length).toBe(7);
  expect((await setApart(['x', 'y', 'z'].map((id) => document(id, REFUSED)))).toSorted()).toEqual(['x', 'y', 'z']);
  expect(await tokenOfIndex()).toEqual(moved.token);
});

refusingTest('what the index held of a refused product is deleted', async () => {
  expect(await setApart([document('was-good', 'Good')])).toEqual([]);
  expect(await setApart([document('was-good', REFUSED)])).toEqual(['was-good']);
  const kept = await service.meilisearch.index(service.indexName).getDocument('was-good').catch(meilisearchCode);
  expect(kept).toBe('document_not_found');
});

refusingTest(
  'where the engine does not take what it had taken before, it is to blame: thrown, and the position stays',
  async () => {
    const known = ['k-1', 'k-2'].map((id) => document(id, REFUSED));
    await expect(setApart([document('innocent', REFUSED)], known)).rejects.toThrow(TaskFailed);
    expect(await tokenOfIndex()).toEqual(position.token);
    // One that it takes is enough: the others may be bad themselves.
    expect(await setApart([document('guilty', REFUSED)], [...known, isTaken])).toEqual(['guilty']);
  },
);

test('codes that tell of the disk, the index or an embedder are never laid to a document', () => {
  const task = { uid: 1, type: 'documentAdditionOrUpdate', status: 'failed' } as const;
  const blames = (code: string, type: string) =>
    new TaskFailed(task, { code, type, message: '', link: '' } as never).mayBlameDocuments;
  const ofTheEngine = ['no_space_left_on_device', 'io_error', 'too_many_open_files', 'index_not_found'];
  const ofOthers = [
    'vector_embedding_error',
    'max_fields_limit_exceeded',
    'invalid_api_key',
    'database_size_limit_reached',
  ];
  expect([...ofTheEngine, ...ofOthers].filter((code) => blames(code, 'invalid_request'))).toEqual([]);
  expect(
    ['invalid_document_id', 'missing_document_id', 'internal'].filter((code) => !blames(code, 'internal')),
  ).toEqual([]);
  expect(new TaskFailed({ ...task, type: 'settingsUpdate' }, { code: 'internal' } as never).mayBlameDocuments).toBe(
    false,
  );
});
