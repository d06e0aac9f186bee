/** A `mongodb+srv://` address that DNS can't resolve for now: MongoDB is unavailable, and the client connects later. */
import { getServers, setServers } from 'node:dns';
import type { MongoClient } from 'mongodb';
import { mongodbEvidence } from '../../../src/engines/breaker/evidence.ts';
import { explainError } from '../../../src/engines/explain-error.ts';
import { connectInBackground, openMongo } from '../../../src/engines/mongodb/client.ts';
import { isMongoUnavailable } from '../../../src/engines/mongodb/errors.ts';
import { createLogger } from '../../../src/runtime/logger.ts';

const URL = 'mongodb+srv://cluster.example.com/catalogue';
const servers = getServers();
let client: MongoClient;

beforeEach(() => {
  // Nothing listens there.
  setServers(['127.0.0.1:1']);
  client = openMongo(URL, { appName: 'test' });
});
afterEach(async () => {
  await client.close();
  setServers(servers);
});

test('a command fails because MongoDB is unavailable, and operators get its address', async () => {
  const error = await client
    .db()
    .command({ ping: 1 })
    .catch((reason: unknown) => reason);
  expect(isMongoUnavailable(error)).toBe(true);
  expect(mongodbEvidence(error)).toEqual({ fault: 'cannot be reached' });
  expect(explainError(error, URL)).toMatch(/^MongoDB does not answer at mongodb\+srv:.*querySrv.*MONGODB_URL/);
});

test('the first connection is tried again', async () => {
  const stopping = new AbortController();
  const attempts: unknown[] = [];
  const logger = createLogger('test', 'warn', {
    write(line: string) {
      attempts.push(JSON.parse(line).attempt);
      if (attempts.length === 2) stopping.abort();
    },
  });
  await connectInBackground(client, logger, stopping.signal);
  expect(attempts).toEqual([1, 2]);
});
