/** Tokens and merchants are cached until they are written, and never used after a write that the change stream reported. */

import type { Versions } from '../../src/cache/versions.ts';
import type { Catalogue } from '../../src/catalogue/collections.ts';
import type { NamedRead } from '../../src/engines/mongo.ts';
import { hashToken, issueToken, revokeToken } from '../../src/tenancy/access-tokens.ts';
import { insert, merchant } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { authenticateBy, followSteadily, follows, signal } from '../support/versions.ts';

let service: TestService;
let versions: Versions;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { merchants: [merchant('one'), merchant('two')] });
  versions = followSteadily(service);
  // Its beginning raises all versions.
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

/** Resolves when the stream has told of what was written last. */
async function told(read: () => number | null, write: () => Promise<unknown>): Promise<void> {
  const before = read();
  await write();
  await eventually(
    async () => read(),
    (version) => version !== null && version !== before,
  );
}

/** A new token, of whose storing the stream has told. */
async function known(merchantId: string): Promise<string> {
  let token = '';
  await told(versions.latest, async () => {
    token = await issue(merchantId);
  });
  return token;
}

/** Lets through, and counts. */
function counting(): { read: NamedRead; counts: Record<string, number> } {
  const counts: Record<string, number> = {};
  return {
    counts,
    read(operation, read) {
      counts[operation] = (counts[operation] ?? 0) + 1;
      return read();
    },
  };
}

const bearer = (token: string): string => `Bearer ${token}`;

test('a token and its merchant are read once, whatever is written to others', async () => {
  const token = await known('one');
  const { read, counts } = counting();
  const authenticate = authenticateBy(service.catalogue, versions, read);
  expect(await authenticate(bearer(token))).toMatchObject({ scope: { merchantId: 'one' } });
  await known('one');
  await told(
    () => versionOfMerchant('two'),
    () => service.catalogue.merchants.updateOne({ _id: 'two' }, { $set: { name: 'Other' } }),
  );
  for (let count = 0; count < 20; count += 1) {
    await authenticate(bearer(token));
  }
  expect(counts).toEqual({ tokens: 1, merchants: 1 });
});

test('once the stream has told of it, a revocation is in effect', async () => {
  const token = await known('one');
  const authenticate = authenticateBy(service.catalogue, versions, counting().read);
  await authenticate(bearer(token));
  await told(
    () => versionOf(token),
    () => revokeToken(service.catalogue, token),
  );
  await expect(authenticate(bearer(token))).rejects.toMatchObject({ code: 'unauthorized', cause: 'token revoked' });
});

test('so is a token that is deleted, and one that is stored after it was refused', async () => {
  const token = await known('one');
  const authenticate = authenticateBy(service.catalogue, versions, counting().read);
  await authenticate(bearer(token));
  const stored = await service.catalogue.accessTokens.findOne({ _id: hashToken(token) });
  await told(
    () => versionOf(token),
    () => service.catalogue.accessTokens.deleteOne({ _id: hashToken(token) }),
  );
  await expect(authenticate(bearer(token))).rejects.toMatchObject({ cause: 'token unknown' });
  await told(
    () => versionOf(token),
    () => service.catalogue.accessTokens.insertOne(stored as never),
  );
  expect(await authenticate(bearer(token))).toMatchObject({ scope: { merchantId: 'one' } });
});

test('so is a merchant that is disabled', async () => {
  const token = await known('two');
  const authenticate = authenticateBy(service.catalogue, versions, counting().read);
  await authenticate(bearer(token));
  await told(
    () => versionOfMerchant('two'),
    () => service.catalogue.merchants.updateOne({ _id: 'two' }, { $set: { status: 'disabled' } }),
  );
  await expect(authenticate(bearer(token))).rejects.toMatchObject({ code: 'merchant_disabled' });
});

test('a token read before its revocation and handed over after it opens nothing for who asks then', async () => {
  const token = await known('one');
  const [hasRead, opened] = [signal(), signal()];
  const accessTokens = {
    async findOne(...given: Parameters<Catalogue['accessTokens']['findOne']>) {
      const found = await service.catalogue.accessTokens.findOne(...given);
      hasRead.give();
      await opened.given;
      return found;
    },
  };
  const catalogue = { ...service.catalogue, accessTokens } as unknown as Catalogue;
  const authenticate = authenticateBy(catalogue, versions, counting().read);
  // 1. It is read. 2. It is revoked. 3. Another asks. 4. What was read arrives.
  const first = authenticate(bearer(token));
  await hasRead.given;
  await told(
    () => versionOf(token),
    () => revokeToken(service.catalogue, token),
  );
  const second = expect(authenticate(bearer(token))).rejects.toMatchObject({ cause: 'token revoked' });
  opened.give();
  expect(await first).toMatchObject({ scope: { merchantId: 'one' } });
  await second;
});
