/** `catalogue token` issues, lists and revokes tokens; a token is shown once, and never stored. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Collection } from 'mongodb';
import { type Finished, runProgram } from '../../dev/processes/launcher.ts';
import { DIST } from '../../dev/project.ts';
import { hashToken } from '../../src/tenancy/access-tokens.ts';
import { startMongodbProxy } from '../support/engines/proxy.ts';
import { insert, merchant, product, shop } from '../support/fixtures.ts';
import { runCatalogue } from '../support/in-worker.ts';
import { type Api, createService, eventually, type TestService } from '../support/service.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('open', 'one'), product('draft', 'one', { status: 'draft' })],
  });
  api = await service.startApi();
});
afterAll(() => service.stop());

const run = (...argv: readonly string[]): Promise<Finished> => runCatalogue(['token', ...argv], service.variables);
const tokenOf = ({ stdout }: Finished): string => stdout.trimEnd();
const storedOf = async (token: string) => {
  const stored = await service.catalogue.accessTokens.findOne({ _id: hashToken(token) });
  if (stored === null) throw new Error('the token is not stored');
  return stored;
};
const idsSeenWith = async (token: string) => {
  const { body } = await api.request('/v1/products?sortBy=id&sortOrder=asc', { token });
  return body.data?.map(({ id }: { id: string }) => id) ?? body.status;
};

describe('issue', () => {
  test('a token that is stored, but whose storing MongoDB did not confirm, is mentioned', async () => {
    const proxy = await startMongodbProxy(service);
    const environment = { ...service.variables, MONGODB_URL: proxy.url };
    void proxy.cutAt('access_tokens', 'after').then(() => proxy.refuse());
    const { code, stdout, stderr } = await runCatalogue(['token', 'issue', '--merchant', 'lost'], environment);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('A token may be stored that nobody knows: `token list` shows it.');
    expect(stderr).toContain('MongoDB does not answer at ');
    expect(await service.catalogue.accessTokens.countDocuments({ merchantId: 'lost' })).toBe(1);
  });

  test.each(['', 'x'.repeat(201)])('--merchant %j is wrong use', async (id) => {
    for (const command of ['issue', 'list']) {
      const { code, stdout, stderr } = await run(command, '--merchant', id);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('It must have 1 to 200 characters.');
    }
  });

  test('prints only the token, which has access to all data of the merchant and does not expire', async () => {
    const issued = await run('issue', '--merchant', 'one');
    expect(issued).toEqual({ code: 0, stdout: expect.stringMatching(/^cat_sk_[A-Za-z0-9_-]{43}\n$/), stderr: '' });
    expect(await idsSeenWith(tokenOf(issued))).toEqual(['draft', 'open']);
    expect(await storedOf(tokenOf(issued))).toMatchObject({ merchantId: 'one', visibility: 'all', expiresAt: null });
  });

  test('--visibility published: a token with another prefix, which sees what is published', async () => {
    const issued = await run('issue', '--merchant', 'one', '--visibility', 'published', '--name', 'storefront');
    expect(issued.stdout).toMatch(/^cat_pk_[A-Za-z0-9_-]{43}\n$/);
    expect(await idsSeenWith(tokenOf(issued))).toEqual(['open']);
    expect(await storedOf(tokenOf(issued))).toMatchObject({ visibility: 'published', name: 'storefront' });
  });

  test.each([
    ['5m', 300_000],
    ['36h', 129_600_000],
    ['90d', 7_776_000_000],
    ['2w', 1_209_600_000],
    ['1y', 31_536_000_000],
    ['1000y', 31_536_000_000_000],
  ])('--expires %s: the token expires after that time', async (duration, milliseconds) => {
    const { createdAt, expiresAt } = await storedOf(
      tokenOf(await run('issue', '--merchant', 'one', '--expires', duration)),
    );
    expect((expiresAt?.getTime() ?? 0) - createdAt.getTime()).toBe(milliseconds);
  });

  test.each(['90', '0d', '-1d', '1.5d', '90D', '', '1001y', '365001d', '300000y'])(
    '--expires %j is invalid usage: exit code 2, and no token is issued',
    async (duration) => {
      const before = await service.catalogue.accessTokens.countDocuments();
      const { code, stdout, stderr } = await run('issue', '--merchant', 'one', `--expires=${duration}`);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/--expires .* as in 90d, and at most 1000y/);
      expect(await service.catalogue.accessTokens.countDocuments()).toBe(before);
    },
  );

  test.each([
    [['issue']],
    [['issue', '--merchant', 'one', '--visibility', 'some']],
    [['issue', '--merchant', 'one', '--merchant', 'two']],
    [['issue', '--merchant', 'one', '--expires', '1d', '--expires', '2d']],
    [['issue', '--merchant', 'one', '--visibility', 'published', '--visibility', 'all']],
    [['issue', '--merchant', 'one', '--name', 'a', '--name', 'b']],
  ])('%j is invalid usage', async (argv) => {
    const { code, stdout } = await run(...argv);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('for a missing merchant it warns, and the token works once the merchant exists', async () => {
    const issued = await run('issue', '--merchant', 'later');
    expect([issued.code, issued.stderr]).toEqual([0, expect.stringMatching(/^warning: there is no merchant later/)]);
    expect(await idsSeenWith(tokenOf(issued))).toBe(403);
    await insert(service.catalogue, shop('later'));
    await eventually(
      () => idsSeenWith(tokenOf(issued)),
      (seen) => Array.isArray(seen),
    );
  });
});

describe('list', () => {
  test('shows the hash prefix, merchant, visibility, state and name of each token, never the token itself', async () => {
    await insert(service.catalogue, shop('listed'));
    const [first, second] = [
      tokenOf(await run('issue', '--merchant', 'listed', '--name', 'back office')),
      tokenOf(await run('issue', '--merchant', 'listed', '--visibility', 'published', '--expires', '90d')),
    ];
    await run('revoke', second);
    const { code, stdout, stderr } = await run('list', '--merchant', 'listed');
    expect([code, stderr]).toEqual([0, '']);
    const rows = stdout
      .slice(0, -1)
      .split('\n')
      .map((row) => row.split('\t'));
    expect(rows).toEqual([
      [hashToken(first).slice(0, 12), 'listed', 'all', 'valid', expect.any(String), 'expires never', 'back office'],
      [
        hashToken(second).slice(0, 12),
        'listed',
        'published',
        'revoked',
        expect.any(String),
        expect.stringMatching(/^expires 2/),
        '',
      ],
    ]);
    for (const token of [first, second]) expect(stdout).not.toContain(token.slice(7));
  });

  test('shows a token on one line, whatever its name and the id of its merchant contain', async () => {
    await run('issue', '--merchant', 'tab\there', '--name', 'two\nlines\tand \u001b[31mred');
    const { stdout } = await run('list', '--merchant', 'tab\there');
    expect(stdout.split('\n').length).toBe(2);
    const [, merchantId, , , , , name] = stdout.trimEnd().split('\t');
    expect([merchantId, name]).toEqual(['tab\ufffdhere', 'two\ufffdlines\ufffdand \ufffd[31mred']);
  });

  test('shows that the merchant of a token is missing or disabled', async () => {
    await insert(service.catalogue, { merchants: [merchant('shut', { status: 'disabled' })] });
    for (const id of ['nobody', 'shut']) await run('issue', '--merchant', id);
    await run('revoke', tokenOf(await run('issue', '--merchant', 'nobody', '--visibility', 'published')));
    const statesOf = async (id: string) =>
      (await run('list', '--merchant', id)).stdout
        .trimEnd()
        .split('\n')
        .map((row) => row.split('\t')[3]);
    expect(await statesOf('nobody')).toEqual(['merchant missing', 'revoked']);
    expect(await statesOf('shut')).toEqual(['merchant disabled']);
  });

  test('shows expired tokens as such, and those of all merchants if none is named', async () => {
    const token = tokenOf(await run('issue', '--merchant', 'one', '--expires', '1d'));
    await service.catalogue.accessTokens.updateOne({ _id: hashToken(token) }, { $set: { expiresAt: new Date(0) } });
    const { stdout } = await run('list');
    expect(stdout).toMatch(new RegExp(`^${hashToken(token).slice(0, 12)}\tone\tall\texpired\t`, 'm'));
    expect(stdout.trimEnd().split('\n').length).toBe(await service.catalogue.accessTokens.countDocuments());
  });

  test('shows the tokens of merchants whose ids together exceed a command of MongoDB', async () => {
    const base = await storedOf(await service.token('one'));
    const many = Array.from({ length: 24_000 }, (_, index) => ({
      ...base,
      _id: `many-${index}`,
      merchantId: `${'😀'.repeat(190)}${index}`,
    }));
    await service.catalogue.accessTokens.insertMany(many);
    try {
      const { code, stdout } = await run('list');
      expect([code, stdout.split('\tmerchant missing\t').length > many.length]).toEqual([0, true]);
    } finally {
      await service.catalogue.accessTokens.deleteMany({ _id: /^many-/ });
    }
  });

  test('shows tokens that somebody stored with other dates', async () => {
    const [text, missing] = [
      tokenOf(await run('issue', '--merchant', 'dates')),
      tokenOf(await run('issue', '--merchant', 'dates')),
    ];
    const tokens = service.catalogue.accessTokens as unknown as Collection<{ _id: string }>;
    await tokens.updateOne({ _id: hashToken(text) }, { $set: { expiresAt: '2099-01-01' } });
    await tokens.updateOne({ _id: hashToken(missing) }, { $unset: { expiresAt: 1, createdAt: 1, name: 1 } });
    const { code, stdout } = await run('list', '--merchant', 'dates');
    expect(code).toBe(0);
    const rows = new Map(stdout.split('\n').map((row) => [row.slice(0, 12), row.split('\t').slice(3)]));
    expect(rows.get(hashToken(text).slice(0, 12))).toMatchObject({ 0: 'expired', 2: 'expires 2099-01-01 (no date)' });
    expect(rows.get(hashToken(missing).slice(0, 12))).toMatchObject({ 0: 'expired', 2: 'expires undefined (no date)' });
  });

  test.each([{ $gt: '' }, [{ toString: 1 }]])(
    'shows a token whose merchant somebody stored as anything but a text: %j',
    async (merchantId) => {
      const hash = hashToken(tokenOf(await run('issue', '--merchant', 'one')));
      const tokens = service.database.collection<{ _id: string }>('access_tokens');
      const unchecked = { bypassDocumentValidation: true };
      await tokens.updateOne({ _id: hash }, { $set: { merchantId } }, unchecked);
      const { code, stdout } = await run('list');
      const row = `${hash.slice(0, 12)}\t${JSON.stringify(merchantId)}\tall\tmalformed\t`;
      expect([code, stdout]).toEqual([0, expect.stringContaining(row)]);
      await tokens.deleteOne({ _id: hash });
    },
  );
});

test('a closed stdout is no failure: the command ends silently', async () => {
  await insert(service.catalogue, shop('unread'));
  const runUnread = (argv: readonly string[]) =>
    runProgram('src/cli.js', argv, service.variables, { stdoutClosed: true });
  const silent = { code: 0, stdout: '', stderr: '' };
  expect(await runUnread(['token', 'issue', '--merchant', 'unread'])).toEqual(silent);
  expect(await service.catalogue.accessTokens.countDocuments({ merchantId: 'unread' })).toBe(1);
  for (const what of [['token', 'list'], ['searches', '--merchant', 'one'], ['--help']])
    expect(await runUnread(what)).toEqual(silent);
});

/** Every write to it fails, as on a full disk. */
const FULL = '/dev/full';

(existsSync(FULL) ? test : test.skip)('a full disk of stdout is one line on stderr, and exit code 1', async () => {
  for (const argv of [['token', 'issue', '--merchant', 'one'], ['--help']]) {
    const command = ['-c', `exec "$0" "$@" > ${FULL}`, process.execPath, join(DIST, 'src/cli.js'), ...argv];
    const failed = await promisify(execFile)('sh', command, { env: service.variables }).catch((error) => error);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      'standard output cannot be written: ENOSPC: no space left on device, write\n',
    ]);
  }
});

describe('revoke', () => {
  test.each([
    ['the token', (token: string) => token],
    ['its hash', hashToken],
    ['the beginning of its hash', (token: string) => hashToken(token).slice(0, 12)],
  ])('by %s: the token is soon refused; revoking it again changes nothing', async (_what, nameOf) => {
    const token = await service.token('one');
    expect(await idsSeenWith(token)).toEqual(['draft', 'open']);
    const { code, stdout, stderr } = await run('revoke', nameOf(token));
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/Revoked/);
    await eventually(
      () => idsSeenWith(token),
      (seen) => seen === 401,
    );
    const { revokedAt } = await storedOf(token);
    expect(await run('revoke', nameOf(token))).toEqual({ code: 0, stdout: '', stderr: 'It was already revoked.\n' });
    expect((await storedOf(token)).revokedAt).toEqual(revokedAt);
  });

  test.each(['cat_sk_short', 'ffffffffffff', 'abc', '.*'])('%j matches no token: exit code 1', async (given) => {
    const { code, stderr } = await run('revoke', given);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/no such token/)]);
  });

  test('a prefix of two tokens revokes neither', async () => {
    const base = await storedOf(await service.token('one'));
    const hashes = ['a', 'b'].map((ending) => `123456789abc${ending.repeat(52)}`);
    await service.catalogue.accessTokens.insertMany(hashes.map((_id) => ({ ...base, _id })));
    const { code, stderr } = await run('revoke', '123456789abc');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/give more of them/)]);
    expect(await service.catalogue.accessTokens.countDocuments({ _id: { $in: hashes }, revokedAt: null })).toBe(2);
  });
});
