/** `catalogue rules` shows what each search rule of a merchant does, and what of it has no effect. */
import { SEARCH_RULE_LIMITS } from '../../src/catalogue/search-rule-limits.ts';
import { insert, merchant, product } from '../support/fixtures.ts';
import { runCatalogue } from '../support/in-worker.ts';
import { createService, type TestService } from '../support/service.ts';

let service: TestService;

const rule = (id: string, given: Record<string, unknown>) => ({ _id: id, merchantId: 'one', ...given });

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const { catalogue } = service;
  await insert(catalogue, {
    merchants: [merchant('one', { locale: 'de-DE' }), merchant('quiet')],
    products: [
      product('tent', 'one', { title: 'Tunnel tent' }),
      product('draft', 'one', { title: 'New tent', status: 'draft' }),
      product('of-others', 'two'),
    ],
  });
  await catalogue.searchRules.insertMany([
    rule('1-synonyms', { synonyms: ['couch', 'sofa'] }),
    rule('2-one-way', { synonyms: ['seat', 'chair', 'stool'], oneWay: true }),
    rule('3-query', { query: 'summer', pinned: ['tent', 'draft', 'gone'], hidden: ['of-others'] }),
    rule('4-malformed', { synonyms: ['bag', 7, 'a\u001b[2Jb'], query: ['bag'], pinned: 'tent' }),
    rule('5-no-query', { pinned: ['tent'] }),
    rule('6-no-products', { query: 'winter', synonyms: ['alone', '!'] }),
    rule('7-empty', {}),
    rule('8-too-large', { synonyms: ['x'.repeat(SEARCH_RULE_LIMITS.bytesOfRule), 'y'] }),
    { _id: 'of-nobody', merchantId: 'nobody', synonyms: ['tea', 'chai'] },
  ]);
});
afterAll(() => service.stop());

const run = (...argv: readonly string[]) => runCatalogue(['rules', ...argv], service.variables);

test('for people', async () => {
  const { code, stdout, stderr } = await run('--merchant', 'one');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')).toEqual([
    'Search rules of one, whose language is de: 8',
    '',
    '1-synonyms',
    '  synonyms  couch, sofa',
    '',
    '2-one-way',
    '  synonyms  seat → chair, stool',
    '',
    '3-query',
    '  query     summer',
    '  pinned    tent  Tunnel tent',
    '  pinned    draft  New tent  (draft)',
    '  pinned    gone  (the merchant has no such product)',
    '  hidden    of-others  (the merchant has no such product)',
    '',
    '4-malformed',
    '  synonyms  bag, a\ufffd[2Jb',
    '  note      query: malformed values are ignored',
    '  note      synonyms: malformed values are ignored',
    '  note      pinned: malformed values are ignored',
    '',
    '5-no-query',
    '  pinned    tent  Tunnel tent',
    '  note      pinned and hidden products have no effect without a query',
    '',
    '6-no-products',
    '  synonyms  alone, !',
    '  query     winter',
    '  note      synonyms: malformed values are ignored',
    '  note      synonyms: a single one has no effect',
    '  note      query: it pins and hides no product',
    '',
    '7-empty',
    '  note      the rule has neither synonyms nor a query',
    '',
    '1 more ignored: only the first 1000 by their ids apply, of at most 32768 bytes each, and of 500000 characters together.',
    '',
  ]);
});

test('--json for programs', async () => {
  const { code, stdout } = await run('--merchant', 'one', '--json');
  const report = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(report).toMatchObject({ merchantId: 'one', language: 'de', ignoredRules: 1 });
  expect(report.rules[2]).toEqual({
    id: '3-query',
    synonyms: [],
    isOneWay: false,
    query: 'summer',
    pinned: [
      { id: 'tent', title: 'Tunnel tent', status: 'published' },
      { id: 'draft', title: 'New tent', status: 'draft' },
      { id: 'gone' },
    ],
    hidden: [{ id: 'of-others' }],
    notes: [],
  });
});

test('rules beyond the limit of all characters are ignored', async () => {
  const long = Array.from({ length: 20 }, (_, index) => `${index}-${'x'.repeat(95)}`);
  await service.catalogue.searchRules.insertMany(
    Array.from({ length: 300 }, (_, index) => ({
      _id: `long-${String(index).padStart(3, '0')}`,
      merchantId: 'long',
      synonyms: long,
    })),
  );
  const { rules, ignoredRules } = JSON.parse((await run('--merchant', 'long', '--json')).stdout);
  expect(rules.length + ignoredRules).toBe(300);
  expect(rules.length).toBeGreaterThan(200);
  expect(ignoredRules).toBeGreaterThan(30);
});

test('a merchant without rules gets a message', async () => {
  expect(await run('--merchant', 'quiet')).toMatchObject({ code: 0, stdout: 'quiet has no search rules.\n' });
});

test('a merchant that does not exist is reported, with or without rules', async () => {
  expect(await run('--merchant', 'none')).toMatchObject({ code: 1, stdout: '', stderr: 'there is no merchant none\n' });
  const { code, stdout, stderr } = await run('--merchant', 'nobody');
  expect([code, stderr]).toEqual([0, 'there is no merchant nobody\n']);
  expect(stdout).toContain('  synonyms  tea, chai');
});
