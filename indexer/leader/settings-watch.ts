/**
 * Sets the settings of a followed index again when somebody has changed them. The engine applies settings to the whole
 * index in one task: searches use the changed ones until then, and the changes of products wait.
 */
import type { LeaderContext } from '../context.ts';

/** Returns a function that checks and restores the settings of an index. It throws what the engine throws. */
export function createSettingsWatch({
  index,
  logger,
}: Pick<LeaderContext, 'index' | 'logger'>): (indexName: string) => Promise<void> {
  /** What this engine doesn't store as it was set. Don't set it again and again. */
  let refused = '';

  return async (indexName) => {
    const settings = await index.changedSettings(indexName);
    if (settings.length === 0 || settings.join() === refused) return;
    logger.warn({ index: indexName, settings }, 'somebody changed the settings of the index: setting them again');
    await index.restoreSettings(indexName);
    refused = (await index.changedSettings(indexName)).join();
  };
}
