/** Commands that store something end with a message while MongoDB has a primary and too few members replicate. */
import { ownTest } from '../support/engines/own-engines.ts';
import { addStoppedSecondary, initiateAlone, withMembers } from '../support/engines/replica-set-members.ts';
import { insert, shop } from '../support/fixtures.ts';
import { runCatalogue, runIndexerCommand } from '../support/in-worker.ts';
import { createServiceOn } from '../support/service.ts';

const UNCONFIRMED = /^MongoDB has written this, but no majority .* check that the other members run and replicate/m;

/** The second line has the id of a location of another merchant, which MongoDB rejects. */
const LINES = ['new', 'two-location']
  .map((id) => `${JSON.stringify({ kind: 'location', id, merchantId: 'one', name: 'L', handle: 'l' })}\n`)
  .join('');

ownTest('commands say what is stored while no majority confirms a write', () =>
  withMembers(async (startMember) => {
    const [first, second] = await Promise.all(['mongod-a', 'mongod-b'].map((name) => startMember(name)));
    const primary = await initiateAlone(String(first));
    const service = await createServiceOn(`mongodb://${first}/?replicaSet=two`);
    const { catalogue, database, variables } = service;
    try {
      await insert(catalogue, shop('two'));
      await database.createCollection('indexer_jobs');
      await addStoppedSecondary(primary, String(second), 1);
      // `setup` gives the validator again.
      await database.command({ collMod: 'memberships', validator: {}, writeConcern: { w: 1 } });
      const [issue, load, setup, pause] = await Promise.all([
        runCatalogue(['token', 'issue', '--merchant', 'two'], variables),
        runCatalogue(['import', '-'], variables, LINES),
        runCatalogue(['setup'], variables),
        runIndexerCommand(['pause'], variables),
      ]);
      for (const { code, stdout, stderr } of [issue, load, setup, pause])
        expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(UNCONFIRMED)]);
      expect(issue.stderr).toContain('A token may be stored that nobody knows: `token list` shows it.');
      expect(load.stderr).toContain('0 lines are written. Run the same import again to continue.');
      expect(load.stderr).not.toContain('trying again');
      expect(pause.stderr).toContain('The request may be stored, and take effect later: see `status`.');
      expect(await catalogue.accessTokens.countDocuments({}, { readConcern: 'local' })).toBe(1);
      expect(await catalogue.locations.countDocuments({ _id: 'new' }, { readConcern: 'local' })).toBe(1);
    } finally {
      await primary.close();
      // `stop` drops the database, which would wait for a majority.
      await database.client.close();
    }
  }),
);
