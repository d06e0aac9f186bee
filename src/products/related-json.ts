/**
 * What the products of a page are shown with, as JSON: each merchant, location and collection is presented once for a page,
 * however many of its products have it, and none that no product has.
 */
import type { OwnedStored } from '../data/collections.ts';
import { enclose, type JsonOutput, LIST, writeAll } from '../platform/json-output.ts';
import { type Presenter, presentCollectionSummary, presentLocation, presentMerchant } from './presentation.ts';
import type { Related } from './related.ts';

/** Each function writes what it says, after a comma, and returns true. */
export interface RelatedJson {
  readonly related: Related;
  readonly writeCollections: (output: JsonOutput, productId: string) => true;
  /** All fields of the merchant but its id, and its end. */
  readonly writeRestOfMerchant: (output: JsonOutput) => true;
  readonly writeLocation: (output: JsonOutput, locationId: string) => true;
}

export function relatedJson(related: Related, presenter: Presenter): RelatedJson {
  let restOfMerchant: Buffer | undefined;
  const locations = new Map<string, Buffer>();
  const collections = new Map<OwnedStored, Buffer>();

  function makeRestOfMerchant(): Buffer {
    const { id: _id, ...rest } = presentMerchant(related.merchant, '', presenter);
    return Buffer.from(`,${JSON.stringify(rest).slice(1)}`);
  }

  function locationOf(id: string): Buffer {
    const written = locations.get(id);
    if (written !== undefined) return written;
    const shown = presentLocation(related.locations.get(id), id, presenter);
    const json = Buffer.from(`,"location":${JSON.stringify(shown)}`);
    locations.set(id, json);
    return json;
  }

  function collectionOf(collection: OwnedStored): Buffer {
    const written = collections.get(collection);
    if (written !== undefined) return written;
    const json = Buffer.from(`,${JSON.stringify(presentCollectionSummary(collection, presenter))}`);
    collections.set(collection, json);
    return json;
  }

  return {
    related,
    writeCollections(output, productId) {
      writeAll(output, COLLECTIONS);
      const begin = output.length;
      for (const collection of related.collections.get(productId) ?? []) writeAll(output, collectionOf(collection));
      enclose(output, begin, LIST);
      return true;
    },
    writeRestOfMerchant(output) {
      restOfMerchant ??= makeRestOfMerchant();
      writeAll(output, restOfMerchant);
      return true;
    },
    writeLocation(output, locationId) {
      writeAll(output, locationOf(locationId));
      return true;
    },
  };
}

const COLLECTIONS = Buffer.from(',"collections":');
