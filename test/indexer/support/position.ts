/** The position that an index carries of itself, as tests read and damage it. */
import type { TestService } from '../../support/service.ts';
import { done } from './steps.ts';

export interface PositionDocument {
  readonly id: string;
  readonly epoch: number;
  readonly position: string;
}

type Index = Pick<TestService, 'meilisearch' | 'indexName'>;

/** All positions of the index: one, except where a leader wrote that did not know its end. */
export async function positionsOf({ meilisearch, indexName }: Index): Promise<readonly PositionDocument[]> {
  const { results } = await meilisearch.index(indexName).getDocuments<PositionDocument>({ filter: 'epoch EXISTS' });
  return results;
}

/** The one position of the index. */
export async function positionOf(index: Index): Promise<PositionDocument> {
  const [position, ...others] = await positionsOf(index);
  if (position === undefined || others.length > 0) throw new Error(`not one position but ${others.length}`);
  return position;
}

/** Puts a position in the place of the one that has its id. */
export async function putPosition({ meilisearch, indexName }: Index, position: PositionDocument): Promise<void> {
  await done(meilisearch.index(indexName).addDocuments([position]));
}
