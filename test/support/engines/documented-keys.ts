/** The keys of Meilisearch that docs/operations.md tells operators to create. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyCreation } from 'meilisearch';
import { PROJECT } from '../../../dev/project.ts';

/** What the documented command of a process sends to Meilisearch. */
export function documentedKey(process: 'API' | 'indexer'): KeyCreation {
  const page = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8');
  const bodies = [...page.matchAll(/\/keys" .*? -d '(\{.*?\n\})'/gs)].map(([, body = '']) => JSON.parse(body));
  const key = (bodies as KeyCreation[]).find(({ name }) => name === `catalogue ${process}`);
  if (key === undefined) throw new Error(`docs/operations.md has no key of the ${process}`);
  return key;
}
