/**
 * `search` of `GET /v1/collections` is trimmed, ignores case, and matches any part of name, handle or description as
 * plain text.
 */
import fc from 'fast-check';
import { collection, insert, merchant } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { idsOf } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;
let publishedToken: string;

const SPECIAL = `.*+?^$${String.raw`{}()|[]\/"'<>&%_-~#`}`;

const TEXTS: Readonly<Record<string, readonly [name: string, handle: string, description: string]>> = {
  garden: ['Garden Tools', 'for-outside', 'Everything that digs'],
  kitchen: ['Küche', 'kitchen', 'Töpfe und PFANNEN'],
  greek: ['ΣΠΊΤΙ', 'home', 'Дом и сад'],
  dotted: ['a.b', 'dotted', ''],
  dotless: ['axb', 'dotless', ''],
  special: [`x${SPECIAL}y`, 'special', 'line one\nline two'],
  emoji: ['Gifts 🎁 for all', 'gifts', '贈り物'],
};

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    merchants: [merchant('one')],
    collections: [
      ...Object.entries(TEXTS).map(([id, [name, handle, description]]) =>
        collection(id, 'one', { name, handle, description }),
      ),
      collection('hidden', 'one', { name: 'Hidden Garden', description: '', status: 'draft' }),
      { _id: 'bare', merchantId: 'one', name: 7, description: { en: 'garden' }, createdAt: new Date(0) },
    ],
  });
  token = await service.token('one');
  publishedToken = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

const search = (text: string, given = token) =>
  api.request(`/v1/collections?search=${encodeURIComponent(text)}`, { token: given });
const found = async (text: string, given = token) => idsOf(await search(text, given)).toSorted();

test.each([
  ['a part of a name', 'arden t', ['garden']],
  ['a part of a handle', 'or-outs', ['garden']],
  ['a part of a description', 'that dig', ['garden']],
  ['any case', 'gArDeN TOOLS', ['garden']],
  ['any case beyond ASCII', 'KÜCHE', ['kitchen']],
  ['any case of a description beyond ASCII', 'tÖPFE', ['kitchen']],
  ['any case of Greek', 'σπίτι', ['greek']],
  ['any case of Cyrillic', 'САД', ['greek']],
  ['an emoji', '🎁', ['emoji']],
  ['Japanese', '贈り', ['emoji']],
  ['spaces around are not part of it', '  \t garden tools \n', ['garden']],
  ['a dot is a dot', 'a.b', ['dotted']],
  ['a line end is text', 'one\nline', ['special']],
  ['no wildcard', '.*', ['special']],
  ['no other text', 'gardening', []],
])('%s', async (_what, text, ids) => {
  expect(await found(text)).toEqual(ids);
});

test.each([...SPECIAL])('the character %s is plain text', async (character) => {
  const holding = Object.entries(TEXTS)
    .filter(([id, texts]) => [...texts, id].join('\u0001').includes(character))
    .map(([id]) => id)
    .toSorted();
  expect(await found(character)).toEqual(holding);
});

test('any part of any text finds its collection, in any case', async () => {
  const anyPart = fc
    .constantFrom(...Object.entries(TEXTS).filter(([id]) => id !== 'special'))
    .chain(([id, texts]) => fc.tuple(fc.constant(id), fc.constantFrom(...texts.filter((text) => text !== ''))))
    .chain(([id, text]) => {
      const units = [...text];
      return fc
        .tuple(fc.nat(units.length - 1), fc.integer({ min: 1, max: units.length }))
        .map(([start, length]) => [id, units.slice(start, start + length).join('')] as const);
    });
  await fc.assert(
    fc.asyncProperty(anyPart, async ([id, part]) => {
      fc.pre(part.trim() !== '');
      expect(await found(part)).toContain(id);
      expect(await found(part.toLowerCase())).toContain(id);
    }),
    { numRuns: 60 },
  );
});

test.each(['', '   ', '%20%09'])('an empty search (%p) is no filter', async (given) => {
  const { body } = await api.request(`/v1/collections?search=${given}`, { token });
  expect(body.meta.total).toBe(9);
});

test('finds only published collections for a published token', async () => {
  expect(await found('garden')).toEqual(['garden', 'hidden']);
  expect(await found('garden', publishedToken)).toEqual(['garden']);
  expect((await search('garden', publishedToken)).body.meta.total).toBe(1);
});

test('may have 200 characters after trimming', async () => {
  expect((await search(`  ${'x'.repeat(200)}  `)).status).toBe(200);
});
