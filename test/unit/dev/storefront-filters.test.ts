/** The filters of the storefront page: which values are valid, and which are the same. */

type Filters = Readonly<Record<string, readonly string[]>>;
type Change = (filters: Filters, name: string, value: string) => Filters;

// The page has no types.
const filters: string = '../../../dev/demo/storefront/page/filters/filters.js';
interface Module {
  readonly readFilters: (parameters: URLSearchParams) => Filters;
  readonly withoutValue: Change;
  readonly withValue: Change;
}
const { readFilters, withoutValue, withValue }: Module = await import(filters);

test.each([
  ['in Latin letters, without case and accents', ['Crème', 'Weiß'], ['CREME', 'weiss']],
  ['in Greek letters', ['Μπλέ'], ['μπλε']],
])('a value is added once, whatever its spelling: %s', (_what, one, other) => {
  const add = (all: Filters, value: string) => withValue(all, 'variants.C', value);
  expect([...one, ...other].reduce(add, {})).toEqual({ 'variants.C': other });
});

test.each([
  ['ガラス', 'カラス'],
  ['काला', 'कला'],
  ['май', 'маи'],
])('marks that make another letter make another value: %s and %s', (one, other) => {
  const both = withValue(withValue({}, 'variants.C', one), 'variants.C', other);
  expect(both).toEqual({ 'variants.C': [one, other] });
  expect(withoutValue(both, 'variants.C', one)).toEqual({ 'variants.C': [other] });
});

test('an id has at most 200 characters, as in the API', () => {
  const ids = [200, 201].map((length) => '😀'.repeat(length));
  const parameters = new URLSearchParams(ids.map((id): [string, string] => ['collection', id]));
  expect(readFilters(parameters)).toEqual({ collection: ids.slice(0, 1) });
});
