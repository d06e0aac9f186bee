/** Whatever a stored value is, its reader gives the documented type, and tells of it exactly when it was of another. */
import fc from 'fast-check';
import { Decimal128, Long } from 'mongodb';
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
} from '../../src/catalogue/values.ts';

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
});
const absent = fc.constantFrom(undefined, null);

/** The value that a reader gives, and how often it told that it was odd. */
function read<T>(
  reader: (value: unknown, field: string, odd: (field: string) => void) => T,
  value: unknown,
): [T, number] {
  const told: string[] = [];
  const result = reader(value, 'field', (field) => told.push(field));
  for (const field of told) expect(field).toBe('field');
  return [result, told.length];
}

/** What is right comes back as it is, untold; absent is `otherwise`, untold; the rest is of the type, and told. */
function expectReader<T>(
  reader: (value: unknown, field: string, odd: (field: string) => void) => T,
  {
    right,
    absentAs,
    isOfType,
  }: { right: fc.Arbitrary<T>; absentAs: T | undefined; isOfType: (value: unknown) => boolean },
): void {
  fc.assert(
    fc.property(right, (value) => {
      expect(read(reader, value)).toEqual([value, 0]);
    }),
  );
  fc.assert(
    fc.property(absent, (value) => {
      const [result, told] = read(reader, value);
      if (absentAs === undefined) expect(told).toBe(1);
      else expect([result, told]).toEqual([absentAs, 0]);
    }),
  );
  fc.assert(
    fc.property(anything, (value) => {
      expect(isOfType(read(reader, value)[0])).toBe(true);
    }),
    { numRuns: 300 },
  );
}

const isText = (value: unknown) => typeof value === 'string';

test('text: a string; anything else is told, a missing one too', () => {
  expectReader(text, { right: fc.string(), absentAs: undefined, isOfType: isText });
});

test('optionalText: a string; a missing one is empty and not told', () => {
  expectReader(optionalText, { right: fc.string(), absentAs: '', isOfType: isText });
});

test('flag: true or false; a missing one is false and not told', () => {
  expectReader(flag, { right: fc.boolean(), absentAs: false, isOfType: (value) => typeof value === 'boolean' });
});

test('number: always finite', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  expectReader(number, { right: finite, absentAs: undefined, isOfType: (value) => Number.isFinite(value) });
});

test('number: a decimal or a long is the nearest number, and not told', () => {
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

test('status: one of the three; any other value is draft, and told', () => {
  const reader = (value: unknown, _field: string, odd: (field: string) => void) => status(value, () => odd('field'));
  for (const known of ['draft', 'published', 'archived']) expect(read(reader, known)).toEqual([known, 0]);
  fc.assert(
    fc.property(fc.oneof(anything, fc.constantFrom('Published', 'published ', 'PUBLISHED', '')), (value) => {
      fc.pre(!['draft', 'published', 'archived'].includes(value as string));
      expect(read(reader, value)).toEqual(['draft', 1]);
    }),
  );
});

test('timestamp: any date with milliseconds and a numeric offset, which reads back as the same moment', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      const [written, told] = read(timestamp, date);
      expect(written).toMatch(/^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
      expect([new Date(written.replace('+00:00', 'Z')).getTime(), told]).toEqual([date.getTime(), 0]);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(anything, fc.string(), fc.double(), fc.constant(new Date(Number.NaN))), (value) => {
      fc.pre(!(value instanceof Date) || Number.isNaN(value.getTime()));
      const [written, told] = read(timestamp, value);
      expect(written).toMatch(/T\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
      expect(told).toBe(1);
    }),
  );
});

test('fields, list and textMap: never anything but their type, and nothing that is right is left out', () => {
  const nested = fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true });
  expectReader(fields, {
    right: nested,
    absentAs: {},
    isOfType: (value) => typeof value === 'object' && value !== null,
  });
  expectReader(list, { right: fc.array(nested), absentAs: [], isOfType: Array.isArray });
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
