/** A damaged resume token is recognised as lost, because retries don't help. */
import { isCheckpointLost } from '../../../indexer/interruption.ts';
import { openChangeFeed } from '../../../indexer/source/change-feed.ts';
import { tokenText } from '../../../src/engines/mongodb/resume-token.ts';
import { chunksOf } from '../../../src/runtime/lists.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { insert, product } from '../../support/fixtures.ts';
import type { TestService } from '../../support/service.ts';
import { concurrentTest } from '../support/per-test-service.ts';

const logger = createLogger('test', 'silent');

/** Resolves to a token between events and the token of an event. */
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

/** Each offset at the start, where the time is, and then every fifth: the first and the second digits of bytes in turn. */
const isDamaged = (at: number): boolean => at < 40 || at % 5 === 0;

/** The text cut at each of these offsets, and with a different character there. */
const damaged = (text: string): readonly string[] =>
  [...text].flatMap((_character, at) =>
    isDamaged(at)
      ? [text.slice(0, at), ...['5', 'F'].map((other) => text.slice(0, at) + other + text.slice(at + 1))]
      : [],
  );

// FM-11
concurrentTest(
  'a resume token that is damaged at any offset either opens or is lost; no error is left to retries',
  async (service) => {
    const outcomes = new Map<string, number>();
    const unknown: unknown[] = [];
    async function open(text: string): Promise<void> {
      try {
        (await openChangeFeed({ database: service.database, startAfter: { _data: text }, logger })).close();
        outcomes.set('opened', (outcomes.get('opened') ?? 0) + 1);
      } catch (error) {
        if (!isCheckpointLost(error)) unknown.push({ text, error });
        else outcomes.set('lost', (outcomes.get('lost') ?? 0) + 1);
      }
    }
    const texts = (await tokenTexts(service)).flatMap(damaged);
    for (const some of chunksOf(texts, 8)) await Promise.all(some.map(open));
    expect(unknown).toEqual([]);
    expect(outcomes.get('lost')).toBeGreaterThan(texts.length / 2);
  },
);
