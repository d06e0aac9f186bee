/** For any stored value, a reader returns the documented type, and reports the value exactly if it had another type. */
import fc from 'fast-check';
import { Decimal128, Double, Int32, Long } from 'mongodb';
import {
  fields,
  flag,
  list,
  number,
  optionalText,
  status,
  text,
  textMap,
  timestamp,
} from '../../../src/catalogue/values.ts';

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
});
const absent = fc.constantFrom(undefined, null);

/** Returns the value that a reader returns, and how often it reported the value as malformed. */
function read<T>(
  reader: (value: unknown, field: string, onMalformed: (field: string) => void) => T,
  value: unknown,
): [T, number] {
  const reports: string[] = [];
  const result = reader(value, 'field', (field) => reports.push(field));
  for (const field of reports) expect(field).toBe('field');
  return [result, reports.length];
}

/** Expects valid values to be returned unchanged, absent ones as `absentAs`, and any other value as the type. */
function expectReader<T>(
  reader: (value: unknown, field: string, onMalformed: (field: string) => void) => T,
  {
    valid,
    absentAs,
    isOfType,
  }: { valid: fc.Arbitrary<T>; absentAs: T | undefined; isOfType: (value: unknown) => boolean },
): void {
  fc.assert(
    fc.property(valid, (value) => {
      expect(read(reader, value)).toEqual([value, 0]);
    }),
  );
  fc.assert(
    fc.property(absent, (value) => {
      const [result, reports] = read(reader, value);
      if (absentAs === undefined) expect(reports).toBe(1);
      else expect([result, reports]).toEqual([absentAs, 0]);
    }),
  );
  fc.assert(
    fc.property(anything, (value) => {
      const [result, reports] = read(reader, value);
      expect(isOfType(result)).toBe(true);
      // What a reader replaces it reports, unless the value is absent.
      if (reports === 0 && value !== undefined && value !== null) expect(result).toEqual(value);
    }),
    { numRuns: 300 },
  );
}

const isText = (value: unknown) => typeof value === 'string';

test('text: a string; anything else is reported, a missing value too', () => {
  expectReader(text, { valid: fc.string(), absentAs: undefined, isOfType: isText });
});

test('optionalText: a string; a missing one is empty and not reported', () => {
  expectReader(optionalText, { valid: fc.string(), absentAs: '', isOfType: isText });
});

test.each([
  [1.5, '1.5'],
  [true, 'true'],
  [7n, '7'],
  [Decimal128.fromString('1.50'), '1.50'],
  [Long.MAX_VALUE, '9223372036854775807'],
  [new Int32(3), '3'],
  [new Double(2.5), '2.5'],
])('text and textMap: %p is read as a text, and reported', (value, expected) => {
  expect(read(text, value)).toEqual([expected, 1]);
  expect(read(textMap, { width: value, other: 'x' })).toEqual([{ width: expected, other: 'x' }, 1]);
});

test('flag: true or false; a missing one is false and not reported', () => {
  expectReader(flag, { valid: fc.boolean(), absentAs: false, isOfType: (value) => typeof value === 'boolean' });
});

test('number: always finite', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  expectReader(number, { valid: finite, absentAs: undefined, isOfType: (value) => Number.isFinite(value) });
});

test('number: a decimal or a long becomes the nearest number, and is not reported', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(99), (whole, cents) => {
      const written = `${whole}.${String(cents).padStart(2, '0')}`;
      expect(read(number, Decimal128.fromString(written))).toEqual([Number(written), 0]);
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      expect(read(number, Long.fromBigInt(value))).toEqual([Number(value), 0]);
    }),
  );
});

test('status: one of the three; any other value becomes draft, and is reported', () => {
  const reader = (value: unknown, _field: string, onMalformed: (field: string) => void) =>
    status(value, () => onMalformed('field'));
  for (const known of ['draft', 'published', 'archived']) expect(read(reader, known)).toEqual([known, 0]);
  fc.assert(
    fc.property(fc.oneof(anything, fc.constantFrom('Published', 'published ', 'PUBLISHED', '')), (value) => {
      fc.pre(!['draft', 'published', 'archived'].includes(value as string));
      expect(read(reader, value)).toEqual(['draft', 1]);
    }),
  );
});

test('timestamp: any date with milliseconds and a numeric offset, which parses to the same moment', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      const [written, reports] = read(timestamp, date);
      expect(written).toMatch(/^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
      expect([new Date(written.replace('+00:00', 'Z')).getTime(), reports]).toEqual([date.getTime(), 0]);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(anything, fc.string(), fc.double(), fc.constant(new Date(Number.NaN))), (value) => {
      fc.pre(!(value instanceof Date) || Number.isNaN(value.getTime()));
      const [written, reports] = read(timestamp, value);
      expect(written).toMatch(/T\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
      expect(reports).toBe(1);
    }),
  );
});

test('fields, list and textMap: always their type, and valid entries are never omitted', () => {
  const nested = fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true });
  expectReader(fields, {
    valid: nested,
    absentAs: {},
    isOfType: (value) => typeof value === 'object' && value !== null,
  });
  expectReader(list, { valid: fc.array(nested), absentAs: [], isOfType: Array.isArray });
  fc.assert(
    fc.property(nested, (given) => {
      expect(read(textMap, given)).toEqual([given, 0]);
    }),
  );
  fc.assert(
    fc.property(anything, (value) => {
      const [texts] = read(textMap, value);
      for (const text of Object.values(texts)) expect(typeof text).toBe('string');
    }),
  );
});
