/** Lists and numbers in the documents that the code has, too: languages, error codes, facets, sorts, alerts and metrics. */
import { supportedLanguages } from 'tinyld/heavy';
import { COLLECTION_DEFINITIONS, PRODUCT_SORT_FIELDS } from '../../src/catalogue/definitions.ts';
import { createApiMetrics, showReads, showServer } from '../../src/runtime/monitoring/metrics.ts';
import { PROBLEMS } from '../../src/runtime/problems.ts';
import { SORT_FIELDS } from '../../src/search/index/settings.ts';
import { LANGUAGES_WITH_TITLE_RULES } from '../../src/search/index/title-rules.ts';
import { filterShape } from '../../src/search/request-fields.ts';
import { FACETS } from '../../src/search/results/parameters.ts';
import { SYNONYM_LISTS } from '../../src/search/synonyms/common-synonyms.ts';
import { ANALYZED_LANGUAGES, LANGUAGES_WITH_STEMS, languageOf } from '../../src/search/text/analyzer.ts';
import { readProjectFile } from './support/documents.ts';

const README = readProjectFile('README.md');
const API = readProjectFile('docs/api.md');
const SEARCH = readProjectFile('docs/search.md');
const DATA_MODEL = readProjectFile('docs/data-model.md');
const CLIENT = readProjectFile('client/README.md');

const count = (values: Iterable<unknown>): number => [...values].length;
/** Those of `setup`, and MongoDB's own of `_id`. */
const productIndexes = count(COLLECTION_DEFINITIONS.products?.indexes ?? []) + 1;
const alerts = readProjectFile('docs/alerts.yml').match(/^ +- alert: /gm) ?? [];

test.each([
  ['README.md', README, `stems in ${count(LANGUAGES_WITH_STEMS)} languages`],
  ['README.md', README, `products before their accessories in ${count(LANGUAGES_WITH_TITLE_RULES)}`],
  ['README.md', README, `common synonyms in ${count(Object.keys(SYNONYM_LISTS))} languages`],
  ['README.md', README, `${count(alerts)} alert rules`],
  ['docs/search.md', SEARCH, `Rules for ${count(LANGUAGES_WITH_TITLE_RULES)} languages`],
  ['docs/data-model.md', DATA_MODEL, `With that of \`_id\`, these are ${productIndexes}`],
])('%s has the number of the code', (_path, text, expected) => {
  // Compares these words alone, because a failure shows both sides.
  const [words] = new RegExp(expected.replace(/\d+/, '\\d+')).exec(text) ?? [];
  expect(words).toBe(expected);
});

const names = new Intl.DisplayNames('en', { type: 'language' });
const namesOf = (languages: Iterable<string>): string[] =>
  [...languages].map((language) => names.of(language) ?? language).toSorted();
/** The names in the list after this text, which ends with the sentence. */
const listAfter = (start: string): string[] =>
  (SEARCH.split(start)[1] ?? '').split(/[.:]| a query/, 1).flatMap((list) => list.match(/\p{Lu}\p{L}+/gu) ?? []);

const detected = new Set(supportedLanguages.map(languageOf));

test.each([
  ['stems', 'These languages have stems: ', LANGUAGES_WITH_STEMS],
  ['common synonyms', '## Common synonyms\n\nIn ', Object.keys(SYNONYM_LISTS)],
  [
    'no detection',
    'are not detected, so their merchants need a `locale`: ',
    [...ANALYZED_LANGUAGES].filter((each) => !detected.has(each)),
  ],
])('docs/search.md lists the languages with %s', (_what, start, languages) => {
  expect(listAfter(start).toSorted()).toEqual(namesOf(languages));
});

test('docs/api.md has every error code at its status', () => {
  const codes = Object.entries(PROBLEMS).map(([code, { status }]) => ({ code, status }));
  const rows = [...API.matchAll(/^\| (\d{3}) \| (.*) \|$/gm)].map(([, status, text]) => `${status} ${text}`);
  const isListed = ({ code, status }: (typeof codes)[number]) =>
    rows.some((row) => row.startsWith(`${status} `) && row.includes(`\`${code}\``));
  expect(codes.filter((each) => !isListed(each))).toEqual([]);
});

/** The row of a table that begins with this text. */
const rowOf = (page: string, start: string): string => page.split('\n').find((line) => line.startsWith(start)) ?? '';
const facets = FACETS.map((name) => name.replace('<key>', 'KEY'));

test.each<[string, string, readonly string[]]>([
  ['docs/api.md, `sortBy`', rowOf(API, '| `sortBy` |'), PRODUCT_SORT_FIELDS],
  ['docs/api.md, `filter`', rowOf(API, '| `filter` | `'), Object.keys(filterShape)],
  ['docs/api.md, `facets`', rowOf(API, '| `facets` |'), facets],
  ['docs/api.md, `sort`', rowOf(API, '| `sort` |'), Object.keys(SORT_FIELDS)],
  ['client/README.md, attributes', rowOf(CLIENT, '- **Attributes**'), facets],
])('%s: every name that the API takes', (_path, row, expected) => {
  expect(expected.filter((name) => !row.includes(`\`${name}\``))).toEqual([]);
});

test('docs/operations.md describes every metric of the API', async () => {
  const metrics = createApiMetrics();
  const shown = { inProgress: () => 0, connections: () => 0, queued: () => 0, permits: () => 0 };
  showServer(metrics, shown);
  showReads(metrics, { mongodb: shown, meilisearch: shown });
  const all = await metrics.registry.getMetricsAsJSON();
  const page = readProjectFile('docs/operations.md');
  expect(all.map(({ name }) => name).filter((name) => !new RegExp(`^\\|.*\`${name}[\`{]`, 'm').test(page))).toEqual([]);
});
