/**
 * The page at `/docs`: Swagger UI from its npm package, and the script that starts it. This process serves every file,
 * and the page's Content-Security-Policy allows no other source.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { EXAMPLE_ADDRESS } from './quick-start.ts';

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
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <div id="documentation"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Uses no external validator, and stores no token in the browser. Opens the search, with its parameters and examples.
 * All operations open would make a page of 20 screens.
 */
const START = `const show = (text) => SwaggerUIBundle({
  spec: JSON.parse(text.replaceAll('${EXAMPLE_ADDRESS}', location.origin)),
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  persistAuthorization: false,
  onComplete() {
    const { layoutActions } = window.ui.getSystem();
    layoutActions.show(['operations-tag', 'catalogue'], true);
    layoutActions.show(['operations', 'catalogue', 'searchProducts'], true);
  },
});

fetch('/openapi.json')
  .then((response) => response.text())
  .then((text) => {
    window.ui = show(text);
  })
  .catch(() => {
    document.getElementById('documentation').textContent = 'The description cannot be loaded. Reload the page.';
  });
`;

/**
 * The style of `main` is that of the pages about problems. The rest corrects Swagger UI's own style: a menu of one
 * server, long lines of code on a narrow screen, low contrast.
 */
const STYLE = `body { margin: 0; }
main { max-width: 720px; margin: 0 auto; padding: 24px 14px; color: #1f2733; font: 16px/1.55 sans-serif; }
main h1 { font-size: 28px; line-height: 1.25; }
main code { padding: 2px 4px; border-radius: 4px; background: #eef1f6; font-size: 14px; overflow-wrap: anywhere; }
main a { color: #1652b8; }
main table { border-collapse: collapse; }
main th, main td { padding: 6px 14px 6px 0; border-bottom: 1px solid #d8dde7; text-align: left; vertical-align: top; }
main th:last-child, main td:last-child { padding-right: 0; }
.swagger-ui .servers, .swagger-ui .servers-title { display: none; }
.swagger-ui .scheme-container { margin: 0 0 16px; padding: 16px 0; box-shadow: none; border-block: 1px solid #d8dde7; }
.swagger-ui .scheme-container .schemes { justify-content: flex-start; }
.swagger-ui .info { max-width: 860px; margin: 32px 0; }
.swagger-ui .info h2 { margin: 32px 0 8px; font-size: 22px; }
.swagger-ui .info p, .swagger-ui .info li { font-size: 15px; line-height: 1.55; }
.swagger-ui .renderedMarkdown :not(pre) > code { background: #eef1f6; color: #33415c; font-size: 13px; overflow-wrap: anywhere; }
.swagger-ui .info .renderedMarkdown pre { margin: 10px 0; padding: 14px 16px; border-radius: 8px; background: #1f2733; overflow-x: auto; }
.swagger-ui .info .renderedMarkdown pre code { padding: 0; background: none; color: #e8edf5; font-size: 13px; line-height: 1.5; white-space: pre; }
.swagger-ui .response-col_links { display: none; }
@media (max-width: 720px) {
  .swagger-ui .wrapper { padding: 0 14px; }
  .swagger-ui .info .title { font-size: 28px; }
  .swagger-ui .opblock-body pre.microlight { font-size: 11px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; padding: 10px 0; }
  .swagger-ui .opblock-tag small { flex: 1 1 100%; order: 1; padding: 0; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { max-width: 100%; }
}
`;

/** The files that the page loads. */
export const DOCUMENTATION_FILES = ['swagger-ui.css', 'page.css', 'swagger-ui-bundle.js', 'start.js'] as const;
export type DocumentationFile = (typeof DOCUMENTATION_FILES)[number];

export const isDocumentationFile = (name: string): name is DocumentationFile =>
  DOCUMENTATION_FILES.some((file) => file === name);

/** Reads a file of the page: the start script, or a file of the npm package. Throws if the package isn't installed. */
export async function readDocumentationFile(file: DocumentationFile): Promise<string> {
  if (file === 'start.js') return START;
  if (file === 'page.css') return STYLE;
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`), 'utf8');
}
