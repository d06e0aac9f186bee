/**
 * Writes products as JSON from their BSON, field by field in the order of `presentProduct`, without making an object or a text
 * of any of it.
 *
 * What is written is, byte for byte, `JSON.stringify(presentProduct(...))`. The functions that write know what docs/data-model.md
 * documents, and give up at anything else: then what they wrote is forgotten, and that product is written the long way.
 * So odd values are shown and counted at one place, `presentation.ts`.
 */
import { isUtf8 } from 'node:buffer';
import { createTextMap, listOfObjects, object } from '../data/bson-lists.ts';
import { isAbsent, optionalText, text, timestamp } from '../data/bson-values.ts';
import type { Pieces } from '../memory/pages.ts';
import {
  createJsonOutput,
  enclose,
  type JsonOutput,
  OBJECT,
  take,
  takeText,
  writeAll,
  writeComma,
  writeJson,
} from '../platform/json-output.ts';
import { type Presenter, presentProduct } from './presentation.ts';
import { createWriteImage, createWriteInventory, createWriteVariant } from './product-parts.ts';
import { writeHead } from './reduced-json.ts';
import type { Related } from './related.ts';
import { type RelatedJson, relatedJson } from './related-json.ts';
import { PRODUCT_FIELDS, readableDocumentOf, type StoredProduct } from './stored-product.ts';

/** Writes a product; false: the long way. Throws what the driver throws of bytes that are no document. */
export type WriteProduct = (output: JsonOutput, product: StoredProduct, related: RelatedJson) => boolean;

export function createWriteProduct(presenter: Presenter): WriteProduct {
  const write = createWriteFields(presenter);
  return (output, product, json) => {
    const begin = output.length;
    // Texts stand between quotes, which are a part of no other character: all are UTF-8 exactly when the whole is.
    if (write(output, product, json) && isUtf8(output.bytes.subarray(begin, output.length))) return true;
    output.length = begin;
    writeJson(output, JSON.stringify(presentProduct(readableDocumentOf(product), json.related, presenter)));
    return false;
  };
}

/** A larger piece of a page is taken out before the next product is written. */
const PIECE_BYTES = 1_000_000;

/** Returns what writes the products of a page, each after a comma. */
export function createWriteProducts(
  presenter: Presenter,
): (products: readonly StoredProduct[], related: Related) => Pieces {
  const write = createWriteProduct(presenter);
  const output = createJsonOutput();
  return (products, related) => {
    const json = relatedJson(related, presenter);
    const pieces: Buffer[] = [];
    // What a product that could not be read has left.
    output.length = 0;
    for (const product of products) {
      writeComma(output);
      write(output, product, json);
      if (output.length >= PIECE_BYTES) pieces.push(take(output));
    }
    return output.length === 0 ? pieces : [...pieces, take(output)];
  };
}

/** Returns what gives full products as texts, by their ids. */
export function createProductTexts(
  presenter: Presenter,
): (products: readonly StoredProduct[], related: Related) => Map<string, string> {
  const write = createWriteProduct(presenter);
  const output = createJsonOutput();
  return (products, related) => {
    const json = relatedJson(related, presenter);
    const textOf = (product: StoredProduct): string => {
      output.length = 0;
      write(output, product, json);
      return takeText(output);
    };
    return new Map(products.map((product) => [product._id, textOf(product)]));
  };
}

function createWriteFields(presenter: Presenter): WriteProduct {
  const fields = PRODUCT_FIELDS;
  const variant = createWriteVariant();
  const image = createWriteImage(presenter);
  const inventory = createWriteInventory();
  const textMap = createTextMap();

  function writeInventory(output: JsonOutput, bytes: Buffer, places: Int32Array): boolean {
    if (!isAbsent(places, fields.inventory)) return object(output, bytes, places, fields.inventory, inventory);
    writeAll(output, NO_INVENTORY);
    return true;
  }

  return (output, { _id, locationId, bytes, places }, json) => {
    if (places === null || typeof locationId !== 'string') return false;
    const begin = output.length;
    const isOrdinary =
      writeHead(output, bytes, places) &&
      optionalText(output, bytes, places, fields.subtitle) &&
      optionalText(output, bytes, places, fields.description) &&
      optionalText(output, bytes, places, fields.barcode) &&
      listOfObjects(output, bytes, places, fields.variants, variant) &&
      textMap(output, bytes, places, fields.specifications) &&
      listOfObjects(output, bytes, places, fields.images, image) &&
      json.writeCollections(output, _id) &&
      writeInventory(output, bytes, places) &&
      text(output, bytes, places, fields.merchantId) &&
      json.writeRestOfMerchant(output) &&
      json.writeLocation(output, locationId) &&
      timestamp(output, bytes, places, fields.createdAt) &&
      timestamp(output, bytes, places, fields.updatedAt);
    if (isOrdinary) enclose(output, begin, OBJECT);
    return isOrdinary;
  };
}

const NO_INVENTORY = Buffer.from(',"inventory":{"sku":"","tracked":false,"reserved":0,"allowBackorder":false}');
