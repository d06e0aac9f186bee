/** Writes a collection with its first products as JSON: the collection as it is presented, the products from their BSON. */
import { flag } from '../data/values.ts';
import {
  createJsonOutput,
  enclose,
  LIST,
  OBJECT,
  take,
  writeAll,
  writeComma,
  writeJson,
} from '../platform/json-output.ts';
import { oddIn, type Presenter } from '../products/presentation.ts';
import { createWriteReduced } from '../products/reduced-json.ts';
import { presentCollection } from './presentation.ts';
import type { CollectionWithMembers } from './repository.ts';

/** Returns what gives the JSON of a collection, after a comma. Throws what the driver throws of a product that it cannot read. */
export function createWriteCollection(presenter: Presenter): (found: CollectionWithMembers) => Buffer {
  const writeReduced = createWriteReduced(presenter);
  const output = createJsonOutput();
  const odd = oddIn(presenter, 'membership');

  return ({ collection, members }) => {
    const { createdAt, updatedAt, ...head } = presentCollection(collection, presenter);
    output.length = 0;
    writeJson(output, `,${JSON.stringify(head).slice(0, -1)},"products":`);
    const products = output.length;
    for (const { membership, product } of members) {
      writeComma(output);
      const begin = output.length;
      writeReduced(output, product);
      writeAll(output, HIDE_PRICE[flag(membership.hidePrice, 'hidePrice', odd) ? 'yes' : 'no']);
      enclose(output, begin, OBJECT);
    }
    enclose(output, products, LIST);
    writeJson(output, `,${JSON.stringify({ createdAt, updatedAt }).slice(1)}`);
    return take(output);
  };
}

const HIDE_PRICE = { yes: Buffer.from(',"hidePrice":true'), no: Buffer.from(',"hidePrice":false') } as const;
