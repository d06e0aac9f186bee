/** Reads and writes the stored checkpoints of an index. */
import {
  CHECKPOINTS,
  type Checkpoint,
  type CheckpointDocument,
  checkpointFromDocument,
  checkpointToDocument,
} from '../../../indexer/checkpoint/checkpoint.ts';
import type { TestService } from '../../support/service.ts';
import { done } from './indexes.ts';

type Index = Pick<TestService, 'meilisearch' | 'indexName'>;

/** All checkpoints of the index: one, unless a deposed leader also wrote one. */
export async function storedCheckpoints({ meilisearch, indexName }: Index): Promise<readonly Checkpoint[]> {
  const { results } = await meilisearch.index(indexName).getDocuments<CheckpointDocument>({ filter: CHECKPOINTS });
  return results.map((document) => {
    const checkpoint = checkpointFromDocument(document);
    if (checkpoint === null) throw new Error(`not a checkpoint: ${JSON.stringify(document)}`);
    return checkpoint;
  });
}

/** The checkpoint of the index. Throws unless there is exactly one. */
export async function storedCheckpoint(index: Index): Promise<Checkpoint> {
  const [checkpoint, ...others] = await storedCheckpoints(index);
  if (checkpoint === undefined) throw new Error('the index has no checkpoint');
  if (others.length > 0) throw new Error(`the index has ${others.length + 1} checkpoints`);
  return checkpoint;
}

/** Writes a checkpoint, and these documents in the same task. Replaces the checkpoint of the same epoch. */
export async function putCheckpoint(
  { meilisearch, indexName }: Index,
  checkpoint: Checkpoint,
  documents: readonly object[] = [],
): Promise<void> {
  await done(meilisearch.index(indexName).addDocuments([...documents, checkpointToDocument(checkpoint)]));
}

/** Changes fields of the checkpoint of the index. */
export async function editCheckpoint(
  index: Index,
  edit: (checkpoint: Checkpoint) => Partial<Checkpoint>,
): Promise<void> {
  const checkpoint = await storedCheckpoint(index);
  await putCheckpoint(index, { ...checkpoint, ...edit(checkpoint) });
}

/** Deletes the checkpoints of the index. */
export async function deleteCheckpoints({ meilisearch, indexName }: Index): Promise<void> {
  await done(meilisearch.index(indexName).deleteDocuments({ filter: CHECKPOINTS }));
}
