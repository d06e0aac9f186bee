/**
 * Reads the API's OpenAPI document from standard input and writes the types of its catalogue operations to the file of
 * its argument, which an error leaves as it is.
 */
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const HEADER = `/**
 * The operations of the API with the types of their requests and responses.
 * Generated from the OpenAPI document by \`npm run client:types\`; don't edit.
 */
`;

/** The document without the operations that need no token: health, metrics and the description itself. */
function catalogueOf(document) {
  const isCatalogue = (operations) => Object.values(operations).some(({ tags }) => tags.includes('catalogue'));
  const paths = Object.entries(document.paths).filter(([, operations]) => isCatalogue(operations));
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Leaves out whole example bodies, which are most of the document and no types. */
const withoutBodies = (key, value) =>
  key === 'content' ? Object.fromEntries(Object.entries(value).map(([type, { schema }]) => [type, { schema }])) : value;

// A field with a default may be absent from a request.
const document = JSON.parse(await text(process.stdin), withoutBodies);
const types = await openapiTS(catalogueOf(document), { defaultNonNullable: false });
await writeFile(process.argv[2], HEADER + astToString(types));
