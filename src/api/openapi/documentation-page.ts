/**
 * The page at `/docs`: Swagger UI from its package, and the few lines that start it. Everything comes from this process,
 * and the page's own policy allows nothing else.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** No inline script or style, no other host, no frame around the page. Swagger UI draws its icons from data: addresses. */
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

/** Asks no validator elsewhere, and keeps no token in the browser. */
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

/** Reads a file of the page, from the package where it is not ours. Throws when the package is not installed. */
export async function readDocumentationFile(file: DocumentationFile): Promise<string> {
  if (file === 'start.js') return START;
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`), 'utf8');
}
