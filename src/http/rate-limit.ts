/** How many requests a token may make: a bucket for each, and headers that say what is left in it. */
import { createBuckets } from './buckets.ts';
import { contextOf } from './context.ts';
import type { Step } from './step.ts';

interface RateLimitOptions {
  /** 0 turns the limit off. */
  readonly perSecond: number;
  readonly burst: number;
  readonly nowMs?: () => number;
}

export interface RateLimit {
  /** Whether a request with this token would be granted now. */
  grants(tokenHash: string): boolean;
  /** Takes the request from its token's bucket. Throws the Problem `rate_limited` where that is empty. */
  readonly take: Step;
}

export function createRateLimit({ perSecond, burst, ...clock }: RateLimitOptions): RateLimit {
  if (perSecond === 0) return { grants: () => true, take: () => undefined };
  const buckets = createBuckets({ name: 'token', perSecond, burst, ...clock });
  const detail = `A token may make ${perSecond} requests a second, and ${burst} at once.`;

  return {
    grants: (tokenHash) => buckets.level(tokenHash) >= 1,
    take(_request, response) {
      const level = buckets.take(contextOf(response).authentication?.tokenHash ?? '');
      const granted = level >= 1;
      buckets.tell(response, granted ? level - 1 : level);
      if (!granted) throw buckets.refusal(detail, level);
    },
  };
}
