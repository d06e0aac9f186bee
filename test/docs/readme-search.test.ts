/** The first search of the README responds as shown there, in the catalogue of the demo. */
import { Readable } from 'node:stream';
import { generateCatalogue, type ImportRecord, importLines } from '../../dev/catalogue/generate.ts';
import { GENERATED_SHOPS } from '../../dev/demo/options.ts';
import { importRecords } from '../../src/catalogue/import/import.ts';
import { createService, type TestService } from '../support/service.ts';
import { readProjectFile } from './support/documents.ts';

const MERCHANT_ID = 'fjell-outdoor';

let service: TestService;

const isOfMerchant = (record: ImportRecord): boolean =>
  (record.kind === 'merchant' ? record.id : record.merchantId) === MERCHANT_ID;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const records = [...generateCatalogue(GENERATED_SHOPS)].filter(isOfMerchant);
  await importRecords({
    catalogue: service.catalogue,
    input: Readable.from(importLines(records), { objectMode: false }),
    onBadLine: (line, reason) => {
      throw new Error(`line ${line}: ${reason}`);
    },
    onUnknownField: () => undefined,
    onProgress: () => undefined,
  });
});
afterAll(() => service.stop());

/** The body of the first request, the path, and the response below. */
const EXAMPLE = /-d '(\{.*\})' http:\/\/[^/]+(\/\S+)\n```\n\n```jsonc\n(.*?)```/s;
/** They stand for what the example leaves out. */
const COMMENT = /\/\*.*?\*\/|\/\/ .*/g;

test('the first search of the README', async () => {
  const [, body = '', path = '', response = ''] = EXAMPLE.exec(readProjectFile('README.md')) ?? [];
  const [shown] = JSON.parse(response.replace(COMMENT, ''));
  const { images: _shortened, ...product } = shown.product;
  await service.startIndexer();
  const api = await service.startApi();
  const token = await service.token(MERCHANT_ID);
  // biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of the body.
  const found = (await api.request<any>(path, { token, json: JSON.parse(body) })).body;
  expect(found).toHaveLength(1);
  expect(found[0].product).toMatchObject(product);
  expect(found[0].search.index).toBe(shown.search.index);
  expect(found[0].search.results[0]).toEqual(shown.search.results[0]);
});
