/** `catalogue import` goes on if an election takes longer than the driver waits for a primary. */
import { PassThrough, Readable } from 'node:stream';
import { importFile } from '../../src/commands/import-file.ts';
import { deferred } from '../support/deferred.ts';
import { ownTest, startOwnEngines } from '../support/engines/own-engines.ts';
import { createServiceOn, eventually } from '../support/service.ts';

const LINES = 2000;
/** Longer than the test takes. */
const STEPPED_DOWN_SECONDS = 600;

ownTest('the primary steps down before the first bulk, and between two', async () => {
  const engines = await startOwnEngines();
  const service = await createServiceOn(engines.addresses.mongodbUrl);
  try {
    const { locations } = service.catalogue;
    const admin = service.database.client.db('admin');
    const stepDown = () => admin.command({ replSetStepDown: STEPPED_DOWN_SECONDS, force: true });
    // The only member of a set becomes primary again.
    const elect = () => admin.command({ replSetFreeze: 0 }, { readPreference: 'secondaryPreferred' });
    let output = '';
    let lengthAtHalf = 0;
    const halfIsWritten = deferred();
    async function* lines() {
      await stepDown();
      for (let at = 0; at < LINES / 2; at += 1) yield lineOf(at);
      await eventually(
        () => locations.countDocuments(),
        (count) => count === LINES / 2,
      );
      lengthAtHalf = output.length;
      halfIsWritten.resolve();
      await stepDown();
      for (let at = LINES / 2; at < LINES; at += 1) yield lineOf(at);
    }
    const printed = new PassThrough().on('data', (chunk) => {
      output += chunk;
    });
    const stdin = Readable.from(lines(), { objectMode: false });
    const shell = { argv: [], environment: service.variables, stdin, stdout: printed, stderr: printed };
    const importing = importFile(shell, '-');
    const untilTriedAgain = (since: number) =>
      eventually(
        async () => output.slice(since),
        (text) => text.includes('has no primary: trying again'),
      );
    await untilTriedAgain(0);
    await elect();
    await halfIsWritten.promise;
    await untilTriedAgain(lengthAtHalf);
    await elect();
    expect([await importing, output]).toEqual([0, expect.stringMatching(/^2000 lines: 2000 written, 0 skipped, /m)]);
    expect(await locations.countDocuments()).toBe(LINES);
  } finally {
    await service.stop();
    await engines.stop();
  }
});

const lineOf = (at: number): string =>
  `${JSON.stringify({ kind: 'location', id: `l${at}`, merchantId: 'one', name: 'L', handle: `l${at}` })}\n`;
