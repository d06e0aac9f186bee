/**
 * The package as it would be published: what it contains, and that a project of its own can use it. The examples of its README are
 * compiled there under the strictest options, and run.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../dev/project.ts';
import { collection, insert, membership, product, shop } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';

const CLIENT = join(PROJECT, 'client');
const run = promisify(execFile);

let project: string;
let packed: readonly string[];

/** Unpacks the package into the `node_modules` of a new project, beside the packages that it needs. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'catalogue-client-'));
  const modules = join(project, 'node_modules');
  const own = join(modules, '@merchant-catalogue', 'client');
  await mkdir(own, { recursive: true });
  // `npm test` has built it, and other tests use what is built: the scripts would remove it.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
    cwd: CLIENT,
  });
  const [{ filename, files }] = JSON.parse(stdout);
  packed = files.map(({ path }: { path: string }) => path);
  await run('tar', ['-xzf', join(project, filename), '-C', own, '--strip-components=1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await cp(join(PROJECT, 'node_modules', name), join(modules, name), { recursive: true });
});
afterAll(() => rm(project, { recursive: true, force: true }));

test('the package has its licence, its README, and of each source the module and its types', async () => {
  const sources = await readdir(join(CLIENT, 'src'), { recursive: true });
  const modules = sources.filter((name) => name.endsWith('.ts')).map((name) => `dist/${name.slice(0, -3)}`);
  const expected = [
    'LICENSE',
    'README.md',
    'package.json',
    ...modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`]),
  ];
  expect(packed.toSorted()).toEqual(expected.toSorted());
});

const STRICTEST = {
  ...{
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    outDir: 'dist',
    rootDir: '.',
    types: [],
  },
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
};

describe('the examples of the README', () => {
  let service: TestService;
  let replacements: readonly (readonly [string, string])[];

  beforeAll(async () => {
    service = await createService();
    const tents = ['Red tent', 'Blue dome', 'Green yurt'];
    const idOf = (title: string) => title.toLowerCase().replace(' ', '-');
    await insert(service.catalogue, {
      ...shop('one'),
      products: tents.map((title) => product(idOf(title), 'one', { title, handle: idOf(title), variants: [] })),
      collections: [collection('tents', 'one', { name: 'Tents' })],
      memberships: tents.map((title, position) => membership('tents', idOf(title), 'one', { position })),
    });
    const [api, token] = await Promise.all([
      service.startApi(),
      service.token('one', 'published'),
      service.startIndexer(),
    ]);
    replacements = [
      ['https://catalogue.example.com', api.url],
      ['cat_pk_…', token],
    ];
    await writeExamples();
  });
  afterAll(() => service.stop());

  async function writeExamples(): Promise<void> {
    const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
    for (const [index, [, code = '']] of [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].entries()) {
      const given = replacements.reduce((text, [from, to]) => text.replaceAll(from, to), code);
      await writeFile(join(project, `example-${index + 1}.ts`), given);
    }
    await writeFile(
      join(project, 'package.json'),
      JSON.stringify({ name: 'storefront', type: 'module', private: true }),
    );
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICTEST }));
    // The compiler, which says what is wrong on its standard output.
    await run('npx', ['--no-install', 'tsc', '-p', project], { cwd: PROJECT }).catch(({ stdout }) => {
      throw new Error(stdout);
    });
  }

  const outputOf = async (example: number) =>
    (await run(process.execPath, [join(project, 'dist', `example-${example}.js`)])).stdout.trimEnd().split('\n');

  test.each([
    ['a search', 1, ['Red tent', 'Blue dome', 'Green yurt']],
    ['pages', 2, ['Page 1 of 2: Red tent, Blue dome', 'Page 2 of 2: Green yurt']],
    ['a product page', 3, ['Red tent: 19.95 EUR']],
    ['a box that completes: the response to the last text alone', 4, ['Red tent | Blue dome | Green yurt']],
    ['errors', 5, ['404 product_not_found product-page-7']],
  ])('%s', async (_name, example, expected) => {
    expect(await outputOf(example)).toEqual(expected);
  });
});
