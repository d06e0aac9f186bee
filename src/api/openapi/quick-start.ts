/**
 * The introduction to the OpenAPI document, in Markdown: how to make the first requests, what tokens see, what errors
 * are.
 */

/** The address of this service in examples. `/docs` replaces it with the address in the browser. */
export const EXAMPLE_ADDRESS = 'https://catalogue.example.com';

const SEARCH_RESPONSES = {
  A: `[
  {
    "product": { "id": "tent-2", "title": "Dome tent", "price": 199.95, "currency": "EUR", … },
    "search": {
      "index": 0,
      "results": [
        { "product_id": "tent-2", "location_id": "porto", "type": "title", "text": "Dome tent",
          "highlights": [{ "start": 5, "length": 4 }] }
      ]
    }
  }
]`,
  B: `{
  "data": [
    { "id": "tent-2", "title": "Dome tent", "price": 199.95, "currency": "EUR", … }
  ]
}`,
} as const;

const LIST_RESPONSE = `{
  "meta": { "total": 1149, "perPage": 2, "currentPage": 1, "lastPage": 575, … },
  "data": [
    { "id": "stove-1", "title": "Gas stove", "price": 49.5, "currency": "EUR", … },
    { "id": "tent-2", "title": "Dome tent", "price": 199.95, "currency": "EUR", … }
  ]
}`;

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** `form` is the form of a search's response. */
export const introduction = (form: 'A' | 'B'): string => `\
Reads a merchant’s catalogue: lists of products and collections, and a search. Nothing can be written. For programs, this
page is [an OpenAPI document](/openapi.json).

## Quick start

Whoever runs this service gives you a token. Put it in place of \`cat_pk_…\`; on this page, press **Authorize**, paste it, and
then **Try it out** at any operation.

**Search** for products that match a text, best first:

${fenced(
  'sh',
  `curl ${EXAMPLE_ADDRESS}/v1/products/search \\
  -H 'Authorization: Bearer cat_pk_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "tent", "limit": 3, "highlight": true}'`,
)}

${fenced('json', SEARCH_RESPONSES[form])}

**List** products page by page, here the cheapest first; \`/v1/collections\` lists collections likewise:

${fenced(
  'sh',
  `curl '${EXAMPLE_ADDRESS}/v1/products?perPage=2&sortBy=price&sortOrder=asc' \\
  -H 'Authorization: Bearer cat_pk_…'`,
)}

${fenced('json', LIST_RESPONSE)}

## Tokens

A token belongs to one merchant, and every response contains that merchant’s data only. A token with the visibility \`all\`
(\`cat_sk_…\`) is for servers. A token with the visibility \`published\` (\`cat_pk_…\`) sees published products and collections
only, so a storefront can show it to every browser.

## Errors

Every error response is \`application/problem+json\` with a stable \`code\` from [a fixed list](/docs/problems). Its \`type\` is
the address of a page that says what to do. An unknown path is a 404, and a method that a path does not support is a 405.
Unknown query parameters are ignored. A known parameter that is given twice is a 400. OPTIONS lists the methods of a path.

## Changes

Under \`/v1\`, operations, parameters and fields are added, but not removed or changed. Ignore fields that you do not know.
An operation that is going to end says so in each response: \`Deprecation\` (RFC 9745) has the time since which it should no
longer be used, and \`Sunset\` (RFC 8594) the time after which it may be gone. No operation sends them today.`;
