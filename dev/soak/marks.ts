/** Reads the restore marks that the indexer stores in MongoDB and in the index. */
import type { Db } from 'mongodb';
import { type CheckpointDocument, fromDocument, oldestOf } from '../../indexer/checkpoint/checkpoint.ts';
import { createRestoreMarks } from '../../indexer/source/restore-marks.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import type { RestoreOptions } from './restore.ts';

interface MarkReadersOptions {
  readonly database: Db;
  readonly indexName: string;
  /** `MEILISEARCH_URL` and `MEILISEARCH_API_KEY`. */
  readonly variables: Readonly<Record<string, string>>;
}

export function createMarkReaders({
  database,
  indexName,
  variables,
}: MarkReadersOptions): Pick<RestoreOptions, 'mongoMark' | 'indexMark'> {
  const { MEILISEARCH_URL: url = '', MEILISEARCH_API_KEY: apiKey = '' } = variables;
  const index = openMeilisearch({ url, apiKey }).index<CheckpointDocument>(indexName);
  return {
    mongoMark: createRestoreMarks(database, indexName).held,
    async indexMark() {
      const { results } = await index.getDocuments({ filter: 'epoch EXISTS', limit: 1000 });
      return oldestOf(results.flatMap((document) => fromDocument(document) ?? []))?.mark ?? null;
    },
  };
}
