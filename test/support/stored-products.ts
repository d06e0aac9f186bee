/** Products in BSON for property tests: ordinary ones in all documented forms, and ones that hold whatever BSON can. */
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

/** Such as a document may lack: it has a value, null, or nothing. */
const lacking = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constantFrom(null, undefined));

/** A key that JavaScript keeps in its place. */
const key = text.filter((name) => !name.includes('\u0000') && !/^(\$|\d+$)/.test(name));
const entries = fc
  .uniqueArray(fc.tuple(fc.oneof(key, fc.constantFrom('__proto__', 'toJSON')), text), { selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs));

/** What a document may hold beside the fields that are documented. */
const unknownFields = fc.dictionary(
  fc.constantFrom('tags', 'weight', 'titles', '_version', '5'),
  fc.oneof(text, amount, time, fc.boolean(), fc.constant(null), fc.constant({ a: [{ b: 1 }, 'c'] }), fc.array(text)),
  { noNullPrototype: true },
);

const inventory = fc.record({
  sku: lacking(text),
  tracked: lacking(fc.boolean()),
  reserved: fc.oneof(amount, fc.constant(undefined)),
  allowBackorder: lacking(fc.boolean()),
});

const documented = {
  locationId: fc.oneof(fc.constantFrom('known', 'unknown'), text),
  handle: text,
  title: text,
  subtitle: lacking(text),
  description: lacking(text),
  barcode: lacking(text),
  price: amount,
  currency: text,
  quantity: amount,
  status: fc.constantFrom('draft', 'published', 'archived'),
  featured: lacking(fc.boolean()),
  inventory: lacking(inventory),
  variants: lacking(fc.array(fc.record({ key: text, value: text }))),
  specifications: lacking(entries),
  images: lacking(fc.array(fc.record({ path: text, mimeType: lacking(text), role: lacking(text) }))),
  createdAt: time,
  updatedAt: time,
};

const identity = { _id: fc.oneof(fc.constantFrom('in-two', 'in-none'), text), merchantId: text };

/** In any order of the fields, as writers have their own. */
const shuffled = (document: object): fc.Arbitrary<object> =>
  fc.shuffledSubarray(Object.entries(document), { minLength: Object.keys(document).length }).map(Object.fromEntries);

export const serialised = (document: object): Buffer =>
  Buffer.from(BSON.serialize(document, { ignoreUndefined: true }));

/** In the forms that docs/data-model.md documents. */
export const ordinaryProduct: fc.Arbitrary<Buffer> = fc
  .tuple(fc.record({ ...identity, ...documented }), unknownFields)
  .chain(([product, others]) => shuffled({ ...others, ...product }))
  .map(serialised);

/** Any value that BSON can hold, nested a little. */
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

const odd = Object.fromEntries(
  Object.entries({ ...identity, ...documented }).map(([field, ordinary]) => [
    field,
    fc.oneof({ weight: 6, arbitrary: ordinary as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything }),
  ]),
);

/** With some fields of any type, some missing, and some that nobody knows. */
export const oddProduct: fc.Arbitrary<Buffer> = fc
  .tuple(fc.record(odd), fc.dictionary(fc.constantFrom('$ref', '$id', '__proto__', 'x'), anything, { maxKeys: 1 }))
  .chain(([product, others]) => shuffled({ ...product, ...others }))
  .map(serialised);
