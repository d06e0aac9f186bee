/**
 * The pages at `/docs/problems`: one for each code, at the address that is the `type` of its problems, and a list of
 * them. They say what a problem means and what to do next.
 */
import { PROBLEM_CODES, PROBLEMS, type ProblemCode, problemType } from '../../runtime/problems.ts';

export const isProblemCode = (name: string): name is ProblemCode => PROBLEM_CODES.some((code) => code === name);

export function problemPage(code: ProblemCode): string {
  const { status, title, advice } = PROBLEMS[code];
  return page(
    `${title} · Merchant catalogue`,
    `<h1>${title}</h1>
    <p>Status ${status}, code <code>${code}</code></p>
    <p>${withCode(advice)}</p>
    <p><a href="/docs/problems">All problems</a> · <a href="/docs">The API</a></p>`,
  );
}

export const problemListPage = (): string =>
  page(
    'Problems · Merchant catalogue',
    `<h1>Problems</h1>
    <p>Every error response is <code>application/problem+json</code>. Its <code>code</code> is one of these, and its <code>type</code> is the address of the page about it.</p>
    <table>
      <thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
      <tbody>${PROBLEM_CODES.map(rowOf).join('')}</tbody>
    </table>
    <p><a href="/docs">The API</a></p>`,
  );

const rowOf = (code: ProblemCode): string => `
        <tr><td>${PROBLEMS[code].status}</td><td><a href="${problemType(code)}">${breakable(code)}</a></td><td>${PROBLEMS[code].title}</td></tr>`;

/** A narrow screen may break a code after an underscore. */
const breakable = (code: ProblemCode): string => code.replaceAll('_', '_<wbr>');

/** Marks up what is in backticks. The texts of the table have no other markup, and no characters to escape. */
const withCode = (text: string): string => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/page.css">
  </head>
  <body>
    <main>
    ${content}
    </main>
  </body>
</html>
`;
