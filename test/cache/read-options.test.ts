/** The API reads from the primary, and follows its change stream, whatever read options MONGODB_URL has. */
import { followVersions } from '../../src/cache/versions.ts';
import { openMongo } from '../../src/engines/mongodb/client.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { revokeToken } from '../../src/tenancy/access-tokens.ts';
import { ownTest } from '../support/engines/own-engines.ts';
import { addStoppedSecondary, initiateAlone, withMembers } from '../support/engines/replica-set-members.ts';
import { insert, product, shop } from '../support/fixtures.ts';
import { createService, createServiceOn, eventually, type TestService } from '../support/service.ts';
import { follows } from '../support/versions.ts';

let service: TestService;
beforeAll(async () => {
  service = await createService();
});
afterAll(() => service.stop());

test.each(['local', 'available', 'majority', 'linearizable', 'snapshot'])(
  'with readConcernLevel=%s, the change stream is followed and reads are local',
  async (level) => {
    const url = new URL(service.variables.MONGODB_URL ?? '');
    url.searchParams.set('readConcernLevel', level);
    const client = openMongo(url.href, { appName: 'test' });
    client.options.monitorCommands = true;
    const sent: unknown[] = [];
    client.on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'find') sent.push(command.readConcern);
    });
    const versions = followVersions({ database: client.db(), logger: createLogger('test', 'silent') });
    try {
      await follows(versions);
      await client.db().collection('products').findOne();
      expect(sent).toEqual([{ level: 'local' }]);
    } finally {
      await versions.close();
      await client.close();
    }
  },
);

const OPTIONS = [
  'readPreference=secondaryPreferred',
  'readPreference=nearest&readPreferenceTags=&maxStalenessSeconds=90',
];

ownTest('with a readPreference, and the only secondary behind, a write is shown and a revoked token is refused', () =>
  withMembers(async (startMember) => {
    const [primary, secondary] = await Promise.all(['mongod-a', 'mongod-b'].map((name) => startMember(name)));
    const first = await initiateAlone(String(primary));
    const own = await createServiceOn(`mongodb://${primary}/?replicaSet=two`);
    try {
      const { catalogue, variables } = own;
      // A merchant for each of the options.
      for (const id of OPTIONS)
        await insert(catalogue, { ...shop(id), products: [product(id, id, { title: 'Before' })] });
      const tokens = await Promise.all(OPTIONS.map((id) => Promise.all([own.token(id), own.token(id)])));
      await addStoppedSecondary(first, String(secondary));
      for (const [at, [token = '', revoked = '']] of tokens.entries()) {
        const api = await own.startApi({ MONGODB_URL: `${variables.MONGODB_URL}&${OPTIONS[at]}` });
        const titleFor = async (given: string) => {
          const { status, body } = await api.request('/v1/products', { token: given });
          return status === 200 ? body.data[0].title : status;
        };
        expect([OPTIONS[at], await titleFor(revoked)]).toEqual([OPTIONS[at], 'Before']);

        await catalogue.products.updateOne({ _id: String(OPTIONS[at]) }, { $set: { title: 'Written since' } });
        await revokeToken(catalogue, revoked);
        await eventually(
          () => Promise.all([titleFor(token), titleFor(revoked)]),
          ([title, status]) => title === 'Written since' && status === 401,
        );
      }
    } finally {
      await first.close();
      await own.stop();
    }
  }),
);
