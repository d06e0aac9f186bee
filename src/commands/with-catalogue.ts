/** Opens the database for one command. */
import { type Catalogue, catalogueOf } from '../catalogue/stored-documents.ts';
import { type ConfigOf, readConfig } from '../config.ts';
import { explainError } from '../engines/explain-error.ts';
import { MAJORITY, openMongo } from '../engines/mongodb/client.ts';
import { printNotice, type Shell } from '../runtime/command-line/command-line.ts';
import { ConfigError } from '../runtime/config-error.ts';
import { EXIT } from '../runtime/lifecycle.ts';

/**
 * Runs `work` on the database of MONGODB_URL, then closes the client. Resolves to the exit code of `work`. If `work`
 * throws, prints one line about the error and resolves to 1. Throws ConfigError.
 */
export async function withCatalogue(
  shell: Shell,
  work: (catalogue: Catalogue, config: ConfigOf<'cli'>) => Promise<number>,
): Promise<number> {
  const config = readConfig('cli', shell.environment);
  const client = openMongo(config.MONGODB_URL, { appName: 'catalogue-cli' });
  try {
    return await work(catalogueOf(client.db(undefined, { writeConcern: MAJORITY })), config);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    printNotice(shell, explainError(error, config.MONGODB_URL));
    return EXIT.failure;
  } finally {
    await client.close();
  }
}
