/** The Content-Security-Policy of the pages. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface PolicyOptions {
  /** The path of the page's HTML, whose only inline script is its import map. */
  readonly page: string;
  /** Other origins that the page sends requests to. */
  readonly connectTo?: readonly string[];
  /** The origin of images that come by plain HTTP. Those by HTTPS may come from anywhere. */
  readonly imageOrigin: string | undefined;
}

/** Allows files and connections of this origin, the page's import map, images, and what is given. */
export function contentSecurityPolicy({ page, connectTo = [], imageOrigin }: PolicyOptions) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", importMapSource(readFileSync(page, 'utf8'))],
      connectSrc: ["'self'", ...connectTo],
      imgSrc: ["'self'", 'https:', 'data:', ...(imageOrigin === undefined ? [] : [imageOrigin])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  };
}

function importMapSource(html: string): string {
  const [, script = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
