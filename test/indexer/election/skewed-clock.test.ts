/**
 * D6: MongoDB's clock decides who leads, how old a report is and what has caught up; the local clock may be wrong.
 * Covers FM-47.
 */
import { fileURLToPath } from 'node:url';
import type { Finished } from '../../../dev/processes/launcher.ts';
import { runProgram } from '../../../dev/processes/launcher.ts';
import { leaseCollection } from '../../../indexer/election/stored-lease.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { readinessOf } from '../support/indexer-http.ts';
import { nextReports } from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const SHIFT_CLOCK = fileURLToPath(new URL('../../support/shift-clock.js', import.meta.url));
const HOUR_MS = 3_600_000;
/** The leader reports every second. */
const MAX_REPORT_AGE_MS = 3000;

/** The environment variables of a process whose clock is ahead by this much. */
const ahead = (ms: number) => ({ NODE_OPTIONS: `--import=${SHIFT_CLOCK}`, CLOCK_SHIFT_MS: String(ms) });

const statusWith = async ({ variables }: OwnService, shiftMs: number) => {
  const { code, stdout } = await runProgram('indexer/main.js', ['status', '--json'], {
    ...variables,
    ...ahead(shiftMs),
  });
  return { code, ...JSON.parse(stdout) };
};

concurrentTest('D6: status with a wrong clock reports who leads and how old the report is', async (service) => {
  await fill(service, 3);
  await service.startIndexer();
  for (const shiftMs of [HOUR_MS, -HOUR_MS]) {
    const status = await eventually(
      () => statusWith(service, shiftMs),
      ({ state, reportAgeMs }) => state === 'following' && reportAgeMs >= 0 && reportAgeMs < MAX_REPORT_AGE_MS,
    );
    expect(status.code).toBe(0);
    expect(status.leader).not.toBeNull();
  }
});

concurrentTest(
  'D6: the report of a leader with a wrong clock has the right age, and its lease the right end',
  async (service) => {
    await fill(service, 3);
    await service.startIndexerProcess(ahead(HOUR_MS));
    const status = await eventually(
      async () => JSON.parse((await service.command('status --json')).stdout),
      ({ reportAgeMs }) => reportAgeMs !== null,
    );
    expect(status.reportAgeMs).toBeGreaterThanOrEqual(0);
    expect(status.reportAgeMs).toBeLessThan(HOUR_MS / 2);

    const leases = leaseCollection(service.database);
    const expiryMs = async () => (await leases.findOne({ _id: service.indexName }))?.expiresAt.getTime() ?? 0;
    const acquiredMs = await expiryMs();
    const renewedMs = await eventually(expiryMs, (ms) => ms > acquiredMs);
    for (const ms of [acquiredMs, renewedMs]) expect(Math.abs(ms - Date.now())).toBeLessThan(HOUR_MS / 2);
  },
);

concurrentTest('D6: /readyz of a standby with a wrong clock reports that another process leads', async (service) => {
  await fill(service, 3);
  await service.startIndexer();
  const standby = await service.startIndexerProcess({ ...ahead(HOUR_MS), MAX_LAG_MS: '1000' }, 'start');
  // Not at once: an engine may take too long for one check.
  const seesLag = () =>
    eventually(
      async () => (await readinessOf(standby)).checks.lag,
      (lag) => lag === 'ok',
    );
  await seesLag();
  // The lag check fails only after MAX_LAG_MS without a leader.
  await nextReports(service, 3);
  await seesLag();
});

concurrentTest(
  'D6: pause with a clock ahead waits for the next report of the leader, not for an hour',
  async (service) => {
    await fill(service, 3);
    await service.startIndexer();
    const paused = await runProgram('indexer/main.js', ['pause'], { ...service.variables, ...ahead(HOUR_MS) });
    expect(paused).toMatchObject({ code: 0 });
  },
);

concurrentTest('D6: verify --repair with a wrong clock waits until the index has caught up', (service) =>
  throughProxy(service, async (proxy, settings) => {
    const [id = ''] = await fill(service, 10);
    await service.startIndexer(settings);
    await eventuallyEqual(service);
    for (const shiftMs of [-HOUR_MS, HOUR_MS]) {
      // The proxy holds the write of the change while `verify` compares.
      const title = `Changed with ${shiftMs}`;
      const { held, release } = proxy.delayAt(title);
      await service.catalogue.products.updateOne({ _id: id }, { $set: { title } });
      await held;
      const verify = startVerify(service, shiftMs);
      // With a clock an hour behind, the wait used to end at once: three comparisons take only seconds.
      await nextReports(service, 6);
      expect(verify.hasEnded()).toBe(false);
      release();
      expect(await verify.finished).toMatchObject({ code: 0, stdout: expect.not.stringContaining('after the repair') });
    }
  }),
);

function startVerify({ variables }: OwnService, shiftMs: number) {
  let result: Finished | null = null;
  const environment = { ...variables, ...ahead(shiftMs) };
  const finished = runProgram('indexer/main.js', ['verify', '--repair'], environment).then((ended) => {
    result = ended;
    return ended;
  });
  return { finished, hasEnded: () => result !== null };
}
