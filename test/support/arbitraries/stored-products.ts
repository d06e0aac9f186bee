/**
 * Products in BSON for property tests: well-formed ones in all documented forms, and malformed ones with any BSON
 * value.
 */
import fc from 'fast-check';
import { Binary, BSON, BSONRegExp, Code, DBRef, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb';
import { anyText } from './texts.ts';

const SPECIAL = [
  '',
  '"',
  '\\',
  '\u0000',
  '\u001f\u007f',
  '\b\t\n\f\r',
  '\u2028é😀',
  '../a',
  '/a',
  '.',
  'a/./b c',
  '%2e',
];
const text = fc.oneof(fc.string(), anyText({ maxLength: 200 }), fc.constantFrom(...SPECIAL));

const cents = fc.integer({ min: -(2 ** 31), max: 2 ** 32 }).map((count) => count / 100);
const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(), fc.nat(99), fc.constantFrom('', '0', '7', '000'))
  .map(([sign, whole, part, rest]) => Decimal128.fromString(`${sign}${whole}.${String(part).padStart(2, '0')}${rest}`));
const amount = fc.oneof(
  fc.nat(),
  cents,
  decimal,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger().map((value) => Long.fromNumber(value)),
  fc.constantFrom(-0, 1e21, 5e-324, 0.1 + 0.2, 21474836.47, 21474836.48, 1.005, -(2 ** 31), 2 ** 31),
);

const time = fc.oneof(
  fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
  fc.constantFrom(new Date(0), new Date('2000-02-29T23:59:59.999Z'), new Date('2100-03-01'), new Date('9999-12-31')),
);

/** An optional field: a value, null, or absent. */
const optional = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constantFrom(null, undefined));

/** A key that keeps its position in a JavaScript object. */
const key = text.filter((name) => !name.includes('\u0000') && !/^(\$|\d+$)/.test(name));
const entries = fc
  .uniqueArray(fc.tuple(fc.oneof(key, fc.constantFrom('__proto__', 'toJSON')), text), { selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs));

/** Undocumented fields. */
const unknownFields = fc.dictionary(
  fc.constantFrom('tags', 'weight', 'titles', '_version', '5'),
  fc.oneof(text, amount, time, fc.boolean(), fc.constant(null), fc.constant({ a: [{ b: 1 }, 'c'] }), fc.array(text)),
  { noNullPrototype: true },
);

const inventory = fc.record({
  sku: optional(text),
  tracked: optional(fc.boolean()),
  reserved: fc.oneof(amount, fc.constant(undefined)),
  allowBackorder: optional(fc.boolean()),
});

const documented = {
  locationId: fc.oneof(fc.constantFrom('known', 'unknown'), text),
  handle: text,
  title: text,
  subtitle: optional(text),
  description: optional(text),
  barcode: optional(text),
  price: amount,
  currency: text,
  quantity: amount,
  status: fc.constantFrom('draft', 'published', 'archived'),
  featured: optional(fc.boolean()),
  inventory: optional(inventory),
  variants: optional(fc.array(fc.record({ key: text, value: text }))),
  specifications: optional(entries),
  images: optional(fc.array(fc.record({ path: text, mimeType: optional(text), role: optional(text) }))),
  createdAt: time,
  updatedAt: time,
};

const identity = { _id: fc.oneof(fc.constantFrom('in-two', 'in-none'), text), merchantId: text };

/** The fields in any order: writers use their own. */
const shuffled = (document: object): fc.Arbitrary<object> =>
  fc.shuffledSubarray(Object.entries(document), { minLength: Object.keys(document).length }).map(Object.fromEntries);

export const serialised = (document: object): Buffer =>
  Buffer.from(BSON.serialize(document, { ignoreUndefined: true }));

/** A product in the forms that docs/data-model.md documents. */
export const ordinaryProduct: fc.Arbitrary<Buffer> = fc
  .tuple(fc.record({ ...identity, ...documented }), unknownFields)
  .chain(([product, others]) => shuffled({ ...others, ...product }))
  .map(serialised);

/** Any BSON value, nested up to 4 deep. */
const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(null, undefined, true, Number.NaN, Number.NEGATIVE_INFINITY, -0, new Date(Number.NaN)),
    fc.constantFrom<unknown>(new Date(8.64e15), new Date(-1), new Date(-62_135_596_800_001), new Date(253402300800000)),
    fc.constantFrom<unknown>(Long.MAX_VALUE, Long.MIN_VALUE, new ObjectId(), new MinKey(), new MaxKey()),
    fc
      .constantFrom('1E+6000', 'NaN', '-Infinity', '-0', '9007199254740993', '1E-6000', '1E+2', '12.5E-25')
      .map((written) => Decimal128.fromString(written)),
    fc.constantFrom<unknown>(new Binary(Buffer.from('abc')), new Timestamp({ t: 1, i: 1 }), new Code('1', { a: 1 })),
    fc.constantFrom<unknown>(new BSONRegExp('(?i)a'), new BSON.BSONSymbol('s'), new DBRef('a', new ObjectId())),
    text,
    amount,
    time,
    inventory,
    entries,
    fc.array(tie('anything'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('key', 'value', 'path', 'role', 'sku', 'tracked', '__proto__', '$ref', '$id', '7', '12', 'a.b'),
      tie('anything'),
      { noNullPrototype: true },
    ),
  ),
}));

const malformed = Object.fromEntries(
  Object.entries({ ...identity, ...documented }).map(([field, ordinary]) => [
    field,
    fc.oneof({ weight: 6, arbitrary: ordinary as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything }),
  ]),
);

/** A product with some fields of any type, some missing, and some undocumented. */
export const malformedProduct: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.record(malformed),
    fc.dictionary(fc.constantFrom('$ref', '$id', '__proto__', 'x'), anything, { maxKeys: 1 }),
  )
  .chain(([product, others]) => shuffled({ ...product, ...others }))
  .map(serialised);
