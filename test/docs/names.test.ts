/** Environment variables, constants and metrics that the documents name exist. */
import { cacheBudget } from '../../src/cache/budget.ts';
import { type ProcessName, readConfig } from '../../src/config.ts';
import { CURRENT_DOCUMENTS, codeOf, filesBelow, readProjectFile } from './support/documents.ts';

/** Variables without defaults: required ones, and optional ones. */
const GIVEN = {
  MONGODB_URL: 'mongodb://127.0.0.1/catalogue',
  MEILISEARCH_URL: 'http://127.0.0.1:7700',
  MEILISEARCH_API_KEY_UID: '74c9c733-3368-4738-bbe5-1d18a5fecb37',
  METRICS_PORT: '9000',
};

/** The default of each variable as written in an environment; empty if it has none. */
const DEFAULTS: ReadonlyMap<string, string> = new Map(
  (['api', 'indexer', 'cli'] satisfies ProcessName[])
    .flatMap((process) => Object.entries(readConfig(process, GIVEN)))
    .map(([name, value]) => [name, Object.hasOwn(GIVEN, name) ? '' : String(value)]),
);

const CODE = ['src', 'indexer', 'dev', 'bench', 'test/service-host', 'test/support', 'scripts', '.ci']
  .flatMap(filesBelow)
  .filter((path) => /\.(?:[cm]?[jt]s|py)$|run$/.test(path))
  .concat('docker-compose.yml', 'Dockerfile')
  .map(readProjectFile)
  .join('\n');

/** What the processes run, without the schema of the environment. */
const CODE_OF_SERVICES = ['src', 'indexer']
  .flatMap(filesBelow)
  .filter((path) => path.endsWith('.ts') && path !== 'src/config.ts')
  .map(readProjectFile)
  .join('\n');

/** Whether the text contains the name as a whole word. */
const isIn = (text: string, name: string): boolean => new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])`).test(text);
const isInCode = (name: string): boolean => isIn(CODE, name);

test('docs/configuration.md has every variable with its default, and no others', () => {
  const service = readProjectFile('docs/configuration.md').split('## The demo')[0] ?? '';
  const rows = [...service.matchAll(/^\| `([A-Z_]+)` \| (?:`(.*?)`|required)? *\|/gm)];
  const documented = rows.map(([, name = '', value = '']) => [name, value] as const);
  expect(documented.toSorted()).toEqual([...DEFAULTS].toSorted());
});

test('.env.example has every variable with its default, and no others', () => {
  const lines = [...readProjectFile('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)];
  const listed = lines.map(([, name = '', value = '']) => [name, Object.hasOwn(GIVEN, name) ? '' : value] as const);
  expect(listed.toSorted()).toEqual([...DEFAULTS].toSorted());
});

test('the other pages show the defaults of the variables that they name', () => {
  const shown = CURRENT_DOCUMENTS.filter(({ path }) => path !== 'docs/configuration.md').flatMap(({ path, text }) =>
    [
      // As in: 1 to 500 (`MAX_PER_PAGE`), and: 250 products (`COLLECTION_PRODUCTS_LIMIT`).
      ...text.matchAll(/(?<value>\d[\d,]*)(?: [a-z]+)? \(`(?<name>[A-Z_]+)`\)/g),
      // As in: `SEARCH_LOG_DAYS` (30), and a table: | `RATE_LIMIT_BURST` | 200 |
      ...text.matchAll(/`(?<name>[A-Z_]+)`(?: \(| \| )(?<value>\d[\d,]*)(?=[,)]| \|)/g),
    ].map(({ groups: { name = '', value = '' } = {} }) => ({ path, name, value: value.replaceAll(',', '') })),
  );
  expect(shown.length).toBeGreaterThan(8);
  expect(shown.filter(({ name, value }) => DEFAULTS.has(name) && DEFAULTS.get(name) !== value)).toEqual([]);
});

test('the code reads every variable', () => {
  expect([...DEFAULTS.keys()].filter((name) => !isIn(CODE_OF_SERVICES, name))).toEqual([]);
});

test('the sizes of the caches that are not configured', () => {
  const bytes = Object.values(cacheBudget({ pages: 0, searches: 0 })).reduce((sum, share) => sum + share, 0);
  for (const path of ['docs/configuration.md', '.env.example'])
    expect(readProjectFile(path)).toContain(`at most ${bytes / 2 ** 20} MiB`);
});

/** The names that match in the code of the documents, each with the first document that has it. */
function namesIn(form: RegExp): Map<string, string> {
  const names = new Map<string, string>();
  for (const { path, text } of CURRENT_DOCUMENTS)
    for (const code of codeOf(text)) for (const [name] of code.matchAll(form)) names.set(name, names.get(name) ?? path);
  return names;
}

/** Variables that Node.js reads, and no code of ours. */
const OF_NODE = ['NODE_EXTRA_CA_CERTS'];

test('variables and constants', () => {
  const names = namesIn(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g);
  expect(names.size).toBeGreaterThan(30);
  const isKnown = (name: string) =>
    DEFAULTS.has(name.replace(/_FILE$/, '')) || isInCode(name) || OF_NODE.includes(name);
  const unknown = [...names].filter(([name]) => !isKnown(name));
  expect(unknown).toEqual([]);
});

test('metrics', () => {
  const names = namesIn(/\bcatalogue_[a-z_]+\b/g);
  expect(names.size).toBeGreaterThan(12);
  const known = (name: string) =>
    isInCode(name) || isInCode(name.replace(/^catalogue_indexer_|_(?:bucket|sum|count)$/g, ''));
  expect([...names].filter(([name]) => !known(name))).toEqual([]);
});
