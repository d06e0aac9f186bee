/** The lines of the import format that the documents show can be imported, and every field of them is known. */
import { parseRecord } from '../../src/catalogue/import/records.ts';
import { CURRENT_DOCUMENTS } from './support/documents.ts';

const LINES = CURRENT_DOCUMENTS.flatMap(({ path, text }) =>
  [...text.matchAll(/^ *(\{"kind": .*\})$/gm)].map(([, line = '']) => ({ path, line })),
);

test('lines of the import format', () => {
  expect(new Set(LINES.map(({ path }) => path))).toEqual(new Set(['docs/data-model.md', 'docs/search.md']));
  const unknown = LINES.map(({ line }) => ({ line, fields: parseRecord(line).unknownFields }));
  expect(unknown.filter(({ fields }) => fields.length > 0)).toEqual([]);
});
