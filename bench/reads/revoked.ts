/**
 * Measures how long after the acknowledgement of its revocation a token is still accepted by one API process, which has
 * the token in its cache. There is no reference: the page cache has no part in it.
 */
import { issueToken, revokeToken } from '../../src/tenancy/access-tokens.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { openClient } from '../load/client.ts';
import type { Figure } from '../report/figures.ts';
import { valueAtMost } from '../report/limits.ts';
import { percentile } from '../report/statistics.ts';
import { pagePath, pageRequest, timeUntilStatus } from './pages.ts';

const TOKENS = 200;
const MAX_MS = { p50: 50, p99: 500, slowest: 10_000 };

/** Throws if a token gets a status other than 200 before and 401 after. */
export async function measureRevoked(run: Run, { url, catalogue, merchantId }: Service): Promise<Figure[]> {
  const issued = { merchantId, visibility: 'all', name: 'bench revoked', expiresAfterMs: null } as const;
  const tokens = await Promise.all(Array.from({ length: TOKENS }, () => issueToken(catalogue, issued)));
  const requestWith = (token: string) => pageRequest({ url, authorization: `Bearer ${token}` }, pagePath(1));
  const client = openClient(url);
  const accepted = async (token: string) => {
    const { status } = await client.send(requestWith(token));
    if (status !== 200) throw new Error(`A new token got status ${status}`);
  };
  const timesMs: number[] = [];
  try {
    // A token whose insert the change stream had yet to report is not cached. The second request caches it.
    for (const token of tokens) await accepted(token);
    for (const token of tokens) {
      run.stopping.throwIfAborted();
      await accepted(token);
      await revokeToken(catalogue, token);
      timesMs.push(await timeUntilStatus(client, requestWith(token), { before: 200, after: 401 }));
    }
  } finally {
    client.close();
  }
  const values = { p50: percentile(timesMs, 50), p99: percentile(timesMs, 99), slowest: Math.max(...timesMs) };
  return (['p50', 'p99', 'slowest'] as const).map((name) =>
    valueAtMost({
      what: `token revoked → 401, on one API process, ${name}`,
      unit: 'ms',
      value: values[name],
      most: MAX_MS[name],
    }),
  );
}
