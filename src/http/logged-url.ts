/** The URL of a request as log lines show it: without what people typed. */

/** The parameters that hold typed text. The group is the name. */
const TYPED = /^(query|search)(?:=|$)/i;

/**
 * Returns the URL with `[secret]` in place of the values of `query` and `search`. Names are compared as the API reads
 * them, percent-decoded, and in any case, so that a text under a mistyped name isn't logged either.
 */
export function loggedUrl(url: string): string {
  const start = url.indexOf('?') + 1;
  if (start === 0) return url;
  return url.slice(0, start) + url.slice(start).split('&').map(withoutTyped).join('&');
}

function withoutTyped(parameter: string): string {
  const [decoded = ''] = new URLSearchParams(parameter).keys();
  const name = TYPED.exec(decoded)?.[1];
  return name === undefined ? parameter : `${name}=[secret]`;
}
