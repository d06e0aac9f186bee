/**
 * The floor of an uncached page of products: a bare server that reads what the service reads for each page, with the
 * same queries and the same client of MongoDB, and sends it as JSON, without authentication, totals, validation or
 * serialisation. Like the service, it caches collections. The difference to the service is the service's own cost. The
 * server has the same URLs as the service, and logs one line when it listens.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { productSortIndex } from '../../src/catalogue/definitions.ts';
import { type Catalogue, catalogueOf, type OwnedStored } from '../../src/catalogue/stored-documents.ts';
import { openMongo } from '../../src/engines/mongodb/client.ts';
import { ONE_BATCH } from '../../src/products/includes.ts';

const { MONGODB_URL = '', MERCHANT_ID: merchantId = '' } = process.env;

const collectionById = new Map<string, OwnedStored>();

async function readPage({ products, memberships, collections }: Catalogue, page: number, perPage: number) {
  const found = await products
    .find({ merchantId }, { hint: productSortIndex('createdAt', false).name })
    .sort({ createdAt: -1, _id: -1 })
    .skip((page - 1) * perPage)
    .limit(perPage)
    .toArray();
  const links = await memberships
    .find(
      { merchantId, productId: { $in: found.map((product) => product._id) } },
      { batchSize: ONE_BATCH, projection: { _id: 0, productId: 1, collectionId: 1 } },
    )
    .sort({ productId: 1, collectionId: 1 })
    .toArray();
  const ids = [...new Set(links.map((link) => link.collectionId))];
  const missing = ids.filter((id) => !collectionById.has(id));
  if (missing.length > 0) {
    const filter = { merchantId, _id: { $in: missing } };
    const summaries = await collections.find(filter, { projection: { images: 0 } }).toArray();
    for (const summary of summaries) collectionById.set(summary._id, summary);
  }
  return { products: found, memberships: links, collections: ids.map((id) => collectionById.get(id)) };
}

const catalogue = catalogueOf(openMongo(MONGODB_URL, { appName: 'catalogue-bench-floor' }).db());

const server = createServer(async (request, response) => {
  const parameters = new URL(request.url ?? '/', 'http://floor').searchParams;
  try {
    const page = await readPage(catalogue, Number(parameters.get('page')), Number(parameters.get('perPage')));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(page));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port })}\n`);
});
