/** Filters start with the merchant, quote values and write numbers exactly. Distinct ids have distinct index keys. */
import fc from 'fast-check';
import { merchantScope } from '../../../../src/catalogue/merchant-scope.ts';
import { scopeFilter } from '../../../../src/search/engine/scope-filter.ts';
import { decimal, merchantFilter, quoted } from '../../../../src/search/index/filters.ts';
import { indexKey, indexPrice } from '../../../../src/search/index/keys.ts';
import { anyText } from '../../../support/arbitraries/texts.ts';

/** Parses a quoted value like the engine: up to the first quote that is not escaped. */
function readQuoted(written: string): { value: string; rest: string } {
  const [, inside = '', rest = ''] = /^"((?:[^"\\]|\\.)*)"(.*)$/s.exec(written) ?? [];
  return { value: inside.replace(/\\(["\\])/gs, '$1'), rest };
}

const text = fc.oneof(
  anyText(),
  fc.string({ unit: fc.constantFrom('"', '\\', "'", '\n', ' ', 'O', 'R', '=', '(', ')', '[', ']', 'a') }),
);

test('a quoted value parses to itself, with nothing after it', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(readQuoted(quoted(value))).toEqual({ value, rest: '' });
    }),
    { numRuns: 500 },
  );
});

test('a number is written without an exponent, and parses to the same number', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 1e-7, 1e21, -1e21, 1.5e-10, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53),
  );
  fc.assert(
    fc.property(number, (value) => {
      const written = decimal(value);
      expect(written).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(written)).toBe(value === 0 ? 0 : value);
    }),
    { numRuns: 1000 },
  );
});

test('rounded prices keep their order, and a rounded price stays as it is', () => {
  const price = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.float({ min: 0, max: 1000, noNaN: true }),
    fc.constantFrom(0, 0.1 + 0.2, 1e-7, 1e19, -1e19, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE),
  );
  fc.assert(
    fc.property(price, price, (one, other) => {
      expect(indexPrice(Math.min(one, other))).toBeLessThanOrEqual(indexPrice(Math.max(one, other)));
      expect(indexPrice(indexPrice(one))).toBe(indexPrice(one));
    }),
    { numRuns: 1000 },
  );
});

describe('indexKey', () => {
  const long = fc.string({ unit: fc.constantFrom('a', '_', '0'), minLength: 95, maxLength: 205, size: 'max' });
  const id = fc.oneof(text, fc.string({ unit: fc.constantFrom('a', 'A', 'á', 'ä', '_', '-', '0') }), long);
  /** Spellings of a character that the engine takes for the same. */
  const SPELLINGS = [
    (character: string) => character,
    (character: string) => character.toUpperCase(),
    (character: string) => character.normalize('NFD'),
    (character: string) => `${character}\u0301`,
  ];
  const folded = (key: string) => key.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

  test('is equal only for equal ids, even if the engine ignores case and accents', () => {
    fc.assert(
      fc.property(id, id, fc.func(fc.constantFrom(...SPELLINGS)), (one, random, spellingOf) => {
        const respelt = [...one].map((character, at) => spellingOf(at)(character)).join('');
        for (const other of [random, respelt])
          expect(folded(indexKey(one)) === folded(indexKey(other))).toBe(one === other);
      }),
      { numRuns: 500 },
    );
  });

  test('of a hashed key is a different key, so no id can collide with the hash of another', () => {
    fc.assert(
      fc.property(id, (one) => {
        const key = indexKey(one);
        expect(key).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
        if (key !== one) expect(indexKey(key)).not.toBe(key);
      }),
    );
  });
});

describe('scopeFilter', () => {
  const filter = fc.record(
    {
      status: fc.constantFrom('draft' as const, 'published' as const, 'archived' as const),
      collection: text,
      location: text,
      featured: fc.boolean(),
      inStock: fc.boolean(),
      price: fc.record({ min: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    },
    { requiredKeys: [] },
  );
  const CONDITION =
    /^(\(collection_ids = "[^"\\]*" OR hidden_collection_ids = "[^"\\]*"\)|[a-z_]+ = "[^"\\]*"|price [<>]= -?[\d.]+)$/;

  test('starts with the merchant for any filter, and each condition is one comparison', () => {
    fc.assert(
      fc.property(text, filter, (merchantId, given) => {
        const conditions = scopeFilter(merchantScope(merchantId, 'all'), given);
        expect(conditions[0]).toBe(merchantFilter(merchantId));
        expect(conditions.length).toBe(1 + Object.keys(given).length);
        for (const condition of conditions) expect(condition).toMatch(CONDITION);
      }),
    );
  });

  test('of a published scope always requires published products, and uses no hidden collections', () => {
    fc.assert(
      fc.property(text, filter, (merchantId, given) => {
        const conditions = scopeFilter(merchantScope(merchantId, 'published'), given);
        expect(conditions).toContain('status = "published"');
        expect(conditions.join(' ')).not.toContain('hidden');
      }),
    );
  });
});
