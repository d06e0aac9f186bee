/** A collection whose first products are hidden shows those after them, with reads in proportion to its size. */
import { MongoClient } from 'mongodb';
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import { catalogueOf } from '../../../src/catalogue/stored-documents.ts';
import { createFindCollectionPage } from '../../../src/collections/repository.ts';
import { createProductRepository } from '../../../src/products/repository.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';
import { BUDGET, NO_VERSIONS } from '../../support/versions.ts';

const HIDDEN = 3000;
const SHOWN = 12;
const LIMIT = 10;
const idOf = (position: number) => `p${String(position).padStart(5, '0')}`;

let service: TestService;

beforeAll(async () => {
  service = await createService();
  const positions = Array.from({ length: HIDDEN + SHOWN }, (_, position) => position);
  await insert(service.catalogue, {
    ...shop('one'),
    collections: [collection('all', 'one')],
    products: positions.map((at) => product(idOf(at), 'one', { status: at < HIDDEN ? 'draft' : 'published' })),
    memberships: positions.map((position) => membership('all', idOf(position), 'one', { position })),
  });
});
afterAll(() => service.stop());

test('the products after thousands of hidden ones, by one query of memberships', async () => {
  const client = await MongoClient.connect(service.variables.MONGODB_URL ?? '', { monitorCommands: true });
  try {
    let queries = 0;
    client.on('commandStarted', ({ command }) => {
      if (command.find === 'memberships') queries += 1;
    });
    const shared = { catalogue: catalogueOf(client.db()), versions: NO_VERSIONS, budget: BUDGET };
    const findCollectionPage = createFindCollectionPage({
      ...shared,
      products: createProductRepository(shared),
      productsLimit: LIMIT,
      guardedRead: (_operation, read) => read(),
    });
    const { collections } = await findCollectionPage(
      merchantScope('one', 'published'),
      { page: 1, perPage: 10, search: '' },
      ({ members, truncated }) => ({ ids: members.map((member) => member.product._id), truncated }),
      new AbortController().signal,
    );
    const shown = Array.from({ length: LIMIT }, (_, at) => idOf(HIDDEN + at));
    expect(collections).toEqual([{ ids: shown, truncated: true }]);
    expect(queries).toBe(1);
  } finally {
    await client.close();
  }
});
