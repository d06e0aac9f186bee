/** The format of tokens, their expiry and revocation, and the token bucket of the rate limit. */
import type { Request, RequestHandler, Response } from 'express';
import fc from 'fast-check';
import { rateLimit } from '../../../src/api/middleware/limits/rate-limit.ts';
import { Problem } from '../../../src/runtime/problems.ts';
import { hashToken, isTokenShaped, refusalOf } from '../../../src/tenancy/access-tokens.ts';
import { anyText } from '../../support/arbitraries/texts.ts';

test('isTokenShaped accepts tokens and nothing else', () => {
  const secret = fc.string({ unit: fc.constantFrom(...'AZaz09-_'), minLength: 43, maxLength: 43 });
  fc.assert(
    fc.property(secret, fc.constantFrom('cat_sk_', 'cat_pk_'), anyText({ minLength: 1 }), (body, prefix, more) => {
      expect(isTokenShaped(prefix + body)).toBe(true);
      expect(hashToken(prefix + body)).toMatch(/^[0-9a-f]{64}$/);
      for (const other of [body, prefix, prefix + body + more, more + prefix + body, `${prefix}${body}\n`])
        expect(isTokenShaped(other)).toBe(false);
    }),
  );
});

test('a token is valid until it expires, and never once revoked', () => {
  const moment = fc.date({ noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.option(moment), fc.option(moment), (now, expiresAt, revokedAt) => {
      const expected = revokedAt !== null ? 'revoked' : expiresAt !== null && expiresAt <= now ? 'expired' : null;
      expect(refusalOf({ merchantId: 'm', expiresAt, revokedAt }, now)).toBe(expected);
    }),
    { examples: [[new Date(1000), new Date(1000), null]] },
  );
});

test.each([undefined, '9999-12-31', '9999999999999', {}, new Date(Number.NaN)])(
  'a token whose expiry is %p has expired',
  (expiresAt) => {
    expect(refusalOf({ merchantId: 'm', expiresAt: expiresAt as Date, revokedAt: null }, new Date(1000))).toBe(
      'expired',
    );
  },
);

test('for requests at any times, the bucket grants the burst and the refill, no more and no less', () => {
  const settings = fc.record({ perSecond: fc.integer({ min: 1, max: 20 }), burst: fc.integer({ min: 1, max: 30 }) });
  const wait = fc.oneof(fc.constant(0), fc.nat(700));
  fc.assert(
    fc.property(settings, fc.array(wait, { maxLength: 80, size: 'max' }), ({ perSecond, burst }, waits) => {
      let nowMs = 0;
      const limit = rateLimit({ perSecond, burst, nowMs: () => nowMs });
      let level = burst;
      for (const waitMs of waits) {
        nowMs += waitMs;
        level = Math.min(burst, level + (waitMs / 1000) * perSecond);
        // Floating-point sums are inexact: skip levels too close to 1, but not 1 itself.
        if (level !== 1 && Math.abs(level - 1) < 1e-6) return;
        const granted = isGranted(limit);
        expect(granted).toBe(level >= 1);
        if (granted) level -= 1;
      }
    }),
  );
});

function isGranted(limit: RequestHandler): boolean {
  const headers: Record<string, unknown> = {};
  const response = {
    locals: { authentication: { tokenHash: 'x' } },
    setHeader: (name: string, value: unknown) => {
      headers[name] = value;
    },
  } as unknown as Response;
  let granted = false;
  try {
    limit({} as Request, response, () => {
      granted = true;
    });
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).headers['Retry-After']).toMatch(/^[1-9]\d*$/);
  }
  expect(headers.RateLimit).toMatch(/^"token";r=\d+;t=\d+$/);
  return granted;
}
