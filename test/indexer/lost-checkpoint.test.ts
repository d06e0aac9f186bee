/** A resume token that MongoDB cannot resume from is known as such, however it is damaged: no retry helps then. */
import { interruptionOf } from '../../indexer/interruption.ts';
import { openChangeFeed } from '../../indexer/source/change-stream.ts';
import { tokenText } from '../../src/engines/resume-token.ts';
import { chunksOf } from '../../src/runtime/chunks.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { insert, product } from '../support/fixtures.ts';
import type { TestService } from '../support/service.ts';
import { concurrentTest } from './support/on-service.ts';

const logger = createLogger('test', 'silent');

/** Resolves to the text of the token of an event, and of one that stands between events. */
async function tokenTexts({ database, catalogue }: TestService): Promise<readonly string[]> {
  const stream = database.watch();
  try {
    await stream.tryNext();
    const between = tokenText(stream.resumeToken);
    await insert(catalogue, { products: [product('event', 'one')] });
    const { _id: event } = await stream.next();
    return [between, tokenText(event)];
  } finally {
    await stream.close();
  }
}

/** The text cut off at each place, and with another character at each place. */
const damaged = (text: string): readonly string[] =>
  [...text].flatMap((_character, at) => [
    text.slice(0, at),
    ...['5', 'F'].map((other) => text.slice(0, at) + other + text.slice(at + 1)),
  ]);

// FM-11
concurrentTest(
  'wherever a resume token is damaged, it is opened or lost, and no error is left to retries',
  async (service) => {
    const outcomes = new Map<string, number>();
    const unknown: unknown[] = [];
    async function open(text: string): Promise<void> {
      try {
        (await openChangeFeed({ database: service.database, startAfter: { _data: text }, logger })).close();
        outcomes.set('opened', (outcomes.get('opened') ?? 0) + 1);
      } catch (error) {
        if (interruptionOf(error)?.kind !== 'checkpoint lost') unknown.push({ text, error });
        else outcomes.set('lost', (outcomes.get('lost') ?? 0) + 1);
      }
    }
    const texts = (await tokenTexts(service)).flatMap(damaged);
    for (const some of chunksOf(texts, 8)) await Promise.all(some.map(open));
    expect(unknown).toEqual([]);
    expect(outcomes.get('lost')).toBeGreaterThan(texts.length / 2);
  },
);
