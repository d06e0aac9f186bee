/** How long after its revocation a token still opens pages that are kept, and that it has opened before. */
import { issueToken, revokeToken } from '../../src/tenancy/access-tokens.ts';
import { openClient } from '../support/client.ts';
import { measureEffect } from '../support/effect.ts';
import type { Figure } from '../support/figures.ts';
import type { Run } from '../support/run.ts';
import type { Service } from '../support/service.ts';
import { pagePath, pageRequest } from './pages.ts';

const MOST_S = 10;

/** Throws when the token does not open the page before. */
export async function measureRevoked(run: Run, { url, catalogue, merchantId }: Service): Promise<Figure[]> {
  const client = openClient(url);
  try {
    return await measureEffect(run, {
      what: 'token revoked → refused',
      mostS: MOST_S,
      async prepare() {
        const issued = { merchantId, visibility: 'all', name: 'revoked', expiresAfterMs: null } as const;
        const token = await issueToken(catalogue, issued);
        const request = pageRequest({ url, authorization: `Bearer ${token}` }, pagePath(1));
        const { status } = await client.ask(request);
        if (status !== 200) throw new Error(`a new token got ${status}`);
        return {
          make: () => revokeToken(catalogue, token),
          hasEffect: async () => (await client.ask(request)).status === 401,
        };
      },
    });
  } finally {
    client.close();
  }
}
