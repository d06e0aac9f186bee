/** Reads and writes the checkpoint documents of an index. */
import type { Checkpoint, CheckpointDocument } from '../../../indexer/checkpoint/checkpoint.ts';
import type { TestService } from '../../support/service.ts';
import { done } from './steps.ts';

type Index = Pick<TestService, 'meilisearch' | 'indexName'>;

/** All checkpoints of the index: one, unless a deposed leader also wrote one. */
export async function checkpointsOf({ meilisearch, indexName }: Index): Promise<readonly CheckpointDocument[]> {
  const { results } = await meilisearch.index(indexName).getDocuments<CheckpointDocument>({ filter: 'epoch EXISTS' });
  return results;
}

/** The checkpoint of the index. Throws unless there is exactly one. */
export async function checkpointOf(index: Index): Promise<CheckpointDocument> {
  const [checkpoint, ...others] = await checkpointsOf(index);
  if (checkpoint === undefined || others.length > 0) throw new Error(`not one checkpoint but ${others.length + 1}`);
  return checkpoint;
}

/** Writes a checkpoint and replaces the one with the same id. */
export async function putCheckpoint({ meilisearch, indexName }: Index, checkpoint: CheckpointDocument): Promise<void> {
  await done(meilisearch.index(indexName).addDocuments([checkpoint]));
}

/** Changes fields of the checkpoint of the index. */
export async function editCheckpoint(index: Index, edit: (checkpoint: Checkpoint) => object): Promise<void> {
  const document = await checkpointOf(index);
  const checkpoint = JSON.parse(document.checkpoint) as Checkpoint;
  await putCheckpoint(index, { ...document, checkpoint: JSON.stringify({ ...checkpoint, ...edit(checkpoint) }) });
}
