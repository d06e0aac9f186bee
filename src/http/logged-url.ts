/** The URL of a request as log lines show it: without access tokens and without what people typed. */

/** The parameters that hold typed text. The group is the name. */
const TYPED = /^(query|search)(?:=|$)/i;

/** Access tokens, which belong into a header, but some clients send them in the URL. */
const TOKENS = /cat(?:_|%5f)[sp]k(?:_|%5f)(?:[\w-]|%[0-9a-f]{2})+/gi;

/**
 * Returns the URL with `[secret]` in place of tokens and of the values of `query` and `search`. Names are compared as
 * the API reads them, percent-decoded, and in any case, so that a text under a mistyped name isn't logged either.
 */
export function loggedUrl(url: string): string {
  const withoutTokens = url.replace(TOKENS, '[secret]');
  const start = withoutTokens.indexOf('?') + 1;
  if (start === 0) return withoutTokens;
  return withoutTokens.slice(0, start) + withoutTokens.slice(start).split('&').map(withoutTyped).join('&');
}

function withoutTyped(parameter: string): string {
  const [decoded = ''] = new URLSearchParams(parameter).keys();
  const name = TYPED.exec(decoded)?.[1];
  return name === undefined ? parameter : `${name}=[secret]`;
}
