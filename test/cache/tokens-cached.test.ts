/** Tokens and merchants are cached until they are written, and never used after the change stream reported a write. */
import type { Versions } from '../../src/cache/versions.ts';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import type { GuardedRead } from '../../src/engines/breaker/guarded-reads.ts';
import { hashToken, issueToken, revokeToken } from '../../src/tenancy/access-tokens.ts';
import { deferred } from '../support/deferred.ts';
import { insert, merchant } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { authenticateBy, followSteadily, follows } from '../support/versions.ts';

let service: TestService;
let versions: Versions;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { merchants: [merchant('one'), merchant('two')] });
  versions = followSteadily(service);
  // The start of the stream bumps all versions.
  await follows(versions);
});
afterAll(async () => {
  await versions.close();
  await service.stop();
});

const issue = (merchantId: string) =>
  issueToken(service.catalogue, { merchantId, visibility: 'all', name: 'test', expiresAfterMs: null });
const versionOf = (token: string) => versions.ofTags(hashToken(token), ['token']);
const versionOfMerchant = (id: string) => versions.ofTags(id, ['merchant']);

/** Writes, and resolves when the change stream has reported the write. */
async function writeAndAwaitEvent(read: () => number | null, write: () => Promise<unknown>): Promise<void> {
  const before = read();
  await write();
  await eventually(
    async () => read(),
    (version) => version !== null && version !== before,
  );
}

/** Issues a token, and resolves when the change stream has reported its insert. */
async function issueAndAwaitEvent(merchantId: string): Promise<string> {
  let token = '';
  await writeAndAwaitEvent(versions.latest, async () => {
    token = await issue(merchantId);
  });
  return token;
}

/** A `read` that counts by operation. */
function countingRead(): { guardedRead: GuardedRead; counts: Record<string, number> } {
  const counts: Record<string, number> = {};
  return {
    counts,
    guardedRead(operation, read) {
      counts[operation] = (counts[operation] ?? 0) + 1;
      return read();
    },
  };
}

const bearer = (token: string): string => `Bearer ${token}`;

test('a merchant is read once, however long its name is', async () => {
  const long = merchant('long', { name: 'x'.repeat(8 * 1024 * 1024) });
  await writeAndAwaitEvent(
    () => versionOfMerchant('long'),
    () => insert(service.catalogue, { merchants: [long] }),
  );
  const token = await issueAndAwaitEvent('long');
  const { guardedRead, counts } = countingRead();
  const authenticate = authenticateBy(service.catalogue, versions, guardedRead);
  for (let times = 0; times < 3; times += 1) await authenticate(bearer(token));
  expect(counts).toEqual({ tokens: 1, merchants: 1 });
});

test('a token and its merchant are read once, whatever is written to others', async () => {
  const token = await issueAndAwaitEvent('one');
  const { guardedRead, counts } = countingRead();
  const authenticate = authenticateBy(service.catalogue, versions, guardedRead);
  expect(await authenticate(bearer(token))).toMatchObject({ scope: { merchantId: 'one' } });
  await issueAndAwaitEvent('one');
  await writeAndAwaitEvent(
    () => versionOfMerchant('two'),
    () => service.catalogue.merchants.updateOne({ _id: 'two' }, { $set: { name: 'Other' } }),
  );
  for (let count = 0; count < 20; count += 1) {
    await authenticate(bearer(token));
  }
  expect(counts).toEqual({ tokens: 1, merchants: 1 });
});

test('a revocation is in effect once the change stream reports it', async () => {
  const token = await issueAndAwaitEvent('one');
  const authenticate = authenticateBy(service.catalogue, versions, countingRead().guardedRead);
  await authenticate(bearer(token));
  await writeAndAwaitEvent(
    () => versionOf(token),
    () => revokeToken(service.catalogue, token),
  );
  await expect(authenticate(bearer(token))).rejects.toMatchObject({ code: 'unauthorized', reason: 'token revoked' });
});

test('so is the deletion of a token, and the insert of one that was refused before', async () => {
  const token = await issueAndAwaitEvent('one');
  const authenticate = authenticateBy(service.catalogue, versions, countingRead().guardedRead);
  await authenticate(bearer(token));
  const stored = await service.catalogue.accessTokens.findOne({ _id: hashToken(token) });
  await writeAndAwaitEvent(
    () => versionOf(token),
    () => service.catalogue.accessTokens.deleteOne({ _id: hashToken(token) }),
  );
  await expect(authenticate(bearer(token))).rejects.toMatchObject({ reason: 'token unknown' });
  await writeAndAwaitEvent(
    () => versionOf(token),
    () => service.catalogue.accessTokens.insertOne(stored as never),
  );
  expect(await authenticate(bearer(token))).toMatchObject({ scope: { merchantId: 'one' } });
});

test('so is the disabling of a merchant', async () => {
  const token = await issueAndAwaitEvent('two');
  const authenticate = authenticateBy(service.catalogue, versions, countingRead().guardedRead);
  await authenticate(bearer(token));
  await writeAndAwaitEvent(
    () => versionOfMerchant('two'),
    () => service.catalogue.merchants.updateOne({ _id: 'two' }, { $set: { status: 'disabled' } }),
  );
  await expect(authenticate(bearer(token))).rejects.toMatchObject({ code: 'merchant_disabled' });
});

test('a token read before its revocation and delivered after it is not accepted in later requests', async () => {
  const token = await issueAndAwaitEvent('one');
  const [hasRead, opened] = [deferred(), deferred()];
  const accessTokens = {
    async findOne(...given: Parameters<Catalogue['accessTokens']['findOne']>) {
      const found = await service.catalogue.accessTokens.findOne(...given);
      hasRead.resolve();
      await opened.promise;
      return found;
    },
  };
  const catalogue = { ...service.catalogue, accessTokens } as unknown as Catalogue;
  const authenticate = authenticateBy(catalogue, versions, countingRead().guardedRead);
  // 1. A request reads the token. 2. It's revoked. 3. Another request arrives. 4. The first read resolves.
  const first = authenticate(bearer(token));
  await hasRead.promise;
  await writeAndAwaitEvent(
    () => versionOf(token),
    () => revokeToken(service.catalogue, token),
  );
  const second = expect(authenticate(bearer(token))).rejects.toMatchObject({ reason: 'token revoked' });
  opened.resolve();
  expect(await first).toMatchObject({ scope: { merchantId: 'one' } });
  await second;
});
