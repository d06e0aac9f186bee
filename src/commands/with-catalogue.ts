/** What every command of the administrator works with. */
import { readConfig } from '../config.ts';
import { type Catalogue, catalogueOf } from '../data/collections.ts';
import { type Shell, say } from '../platform/command-line.ts';
import { EXIT } from '../platform/lifecycle.ts';
import { isMongoUnavailable, noAnswerAt, openMongo } from '../platform/mongo.ts';

/**
 * Opens the database of the environment for one command, and closes it whatever happens. Resolves to the exit code: what `work` resolves
 * to, or 1, which is said, where MongoDB does not answer. Throws what else `work` throws, and ConfigError.
 */
export async function withCatalogue(shell: Shell, work: (catalogue: Catalogue) => Promise<number>): Promise<number> {
  const config = readConfig('cli', shell.environment);
  const client = openMongo(config.MONGODB_URL, { appName: 'catalogue-cli' });
  try {
    return await work(catalogueOf(client.db()));
  } catch (error) {
    if (!isMongoUnavailable(error)) throw error;
    say(shell, `${noAnswerAt(config.MONGODB_URL)}: ${(error as Error).message}`);
    return EXIT.failure;
  } finally {
    await client.close();
  }
}
