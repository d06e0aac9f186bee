/**
 * The page at `/docs`: Swagger UI from its npm package, and the script that starts it. This process serves every file, and the page's
 * Content-Security-Policy allows no other source.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** No inline scripts or styles, no other hosts, no framing. Swagger UI draws its icons from `data:` URLs. */
export const DOCUMENTATION_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const DOCUMENTATION_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Merchant catalogue</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="documentation"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Uses no external validator, and stores no token in the browser. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** The files that the page loads. */
export const DOCUMENTATION_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'] as const;
export type DocumentationFile = (typeof DOCUMENTATION_FILES)[number];

export const isDocumentationFile = (name: string): name is DocumentationFile =>
  DOCUMENTATION_FILES.some((file) => file === name);

/** Reads a file of the page: the start script, or a file of the npm package. Throws if the package isn't installed. */
export async function readDocumentationFile(file: DocumentationFile): Promise<string> {
  if (file === 'start.js') return START;
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`), 'utf8');
}
