/** The API process: reads the environment, starts the API, and stops it without cutting off a response. */
import { startApi } from './api/compose.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './runtime/config-error.ts';
import { aborted, EXIT, runUntilStopped } from './runtime/lifecycle.ts';
import { batchedOutput, createLogger } from './runtime/logger.ts';
import { collectProcessMetrics } from './runtime/monitoring/process-metrics.ts';

async function main(): Promise<number> {
  try {
    const config = readConfig('api', process.env);
    const logger = createLogger('api', config.LOG_LEVEL, batchedOutput());
    return await runUntilStopped({
      logger,
      stopTimeoutMs: config.STOP_DRAIN_MS + config.STOP_TIMEOUT_MS,
      async start(shutdownHooks, stopping) {
        const { registry } = await startApi(config, { logger, shutdownHooks, stopping });
        collectProcessMetrics(registry);
        await aborted(stopping);
      },
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
}

process.exit(await main());
