/**
 * Writes reduced products, as they are in search results and inside a collection, as JSON from their BSON. What is written is,
 * byte for byte, `JSON.stringify(presentReducedProduct(...))`; see `product-json.ts`.
 */
import { isUtf8 } from 'node:buffer';
import { listOfObjects } from '../data/bson-lists.ts';
import { amount, flag, status, text } from '../data/bson-values.ts';
import { createJsonOutput, enclose, type JsonOutput, OBJECT, takeText, writeJson } from '../platform/json-output.ts';
import { type Presenter, presentReducedProduct } from './presentation.ts';
import { createWriteImage } from './product-parts.ts';
import { PRODUCT_FIELDS, readableDocumentOf, type StoredProduct } from './stored-product.ts';

/** Writes a product's fields, each after a comma, and returns whether it did so straight from the bytes. */
export type WriteReduced = (output: JsonOutput, product: StoredProduct) => boolean;

export function createWriteReduced(presenter: Presenter): WriteReduced {
  const image = createWriteImage(presenter);
  const write: WriteReduced = (output, { bytes, places }) =>
    places !== null &&
    writeHead(output, bytes, places) &&
    listOfObjects(output, bytes, places, PRODUCT_FIELDS.images, image);
  return (output, product) => {
    const begin = output.length;
    if (write(output, product) && isUtf8(output.bytes.subarray(begin, output.length))) return true;
    output.length = begin;
    const json = JSON.stringify(presentReducedProduct(readableDocumentOf(product), presenter));
    writeJson(output, `,${json.slice(1, -1)}`);
    return false;
  };
}

/** Returns what gives a reduced product as a text. */
export function createReducedJson(presenter: Presenter): (product: StoredProduct) => string {
  const write = createWriteReduced(presenter);
  const output = createJsonOutput();
  return (product) => {
    // What a product that could not be read has left.
    output.length = 0;
    write(output, product);
    enclose(output, 0, OBJECT);
    return takeText(output);
  };
}

/** The fields that reduced and full products begin with. False: ask `presentation.ts`. */
export const writeHead = (output: JsonOutput, bytes: Buffer, places: Int32Array): boolean =>
  text(output, bytes, places, PRODUCT_FIELDS._id) &&
  text(output, bytes, places, PRODUCT_FIELDS.handle) &&
  amount(output, bytes, places, PRODUCT_FIELDS.quantity) &&
  amount(output, bytes, places, PRODUCT_FIELDS.price) &&
  text(output, bytes, places, PRODUCT_FIELDS.currency) &&
  status(output, bytes, places, PRODUCT_FIELDS.status) &&
  flag(output, bytes, places, PRODUCT_FIELDS.featured) &&
  text(output, bytes, places, PRODUCT_FIELDS.title);
