/** Asking a Meilisearch whether it answers, and whether it accepts a key. */

/** The key as a header; no header where there is no key. */
function authorization(apiKey: string): Record<string, string> {
  return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
}

/**
 * @returns the version of the Meilisearch at `url`
 * @throws when it does not answer, is not ready, or refuses the key
 */
export async function meilisearchVersion(url: string, apiKey: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/version`, { headers: authorization(apiKey), signal });
  const text = await response.text();
  if (response.status === 401 || response.status === 403) throw new Error('it refuses the key in MEILISEARCH_API_KEY');
  if (!response.ok) throw new Error(`it answers with status ${response.status}`);
  return String(JSON.parse(text).pkgVersion);
}
