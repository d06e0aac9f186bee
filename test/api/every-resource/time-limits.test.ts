/** Every read of the API has a maxTimeMS, so that MongoDB itself aborts slower ones. */
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('p1', 'one')],
    collections: [collection('c1', 'one')],
    memberships: [membership('c1', 'p1', 'one')],
  });
});
afterAll(() => service.stop());

interface Profiled {
  readonly op: string;
  readonly ns: string;
  readonly command: Record<string, unknown>;
}

test('each query of lists, collections, tokens and searches has a limit', async () => {
  await service.startIndexer();
  const token = await service.token('one');
  const api = await service.startApi();
  await service.database.command({ profile: 2 });
  for (const path of [
    '/v1/products',
    '/v1/products?sortBy=price&status=published',
    '/v1/products?collection=c1',
    '/v1/products?collection=c1&sortBy=price',
    '/v1/collections',
    '/v1/collections?search=c',
  ]) {
    const { status } = await api.request(path, { token });
    expect([path, status]).toEqual([path, 200]);
  }
  const found = await eventually(
    () => api.request('/v1/products/search', { token, json: { query: 'product' } }),
    ({ status }) => status === 200,
  );
  expect(found.body.length).toBe(1);
  await service.database.command({ profile: 0 });
  const reads = await service.database
    .collection<Profiled>('system.profile')
    .find({
      appName: 'catalogue-api',
      op: { $in: ['query', 'command'] },
      'command.aggregate': { $ne: 1 },
      'command.hello': { $exists: false },
    })
    .toArray();
  const nameOf = ({ ns, command }: Profiled) => `${Object.keys(command)[0]} ${ns.slice(ns.indexOf('.') + 1)}`;
  const names = new Set(reads.map(nameOf));
  for (const name of ['products', 'collections', 'memberships', 'merchants', 'locations', 'access_tokens'])
    expect([...names]).toContain(`find ${name}`);
  for (const name of ['products', 'collections']) expect([...names]).toContain(`aggregate ${name}`);
  const unlimited = reads.filter(({ command }) => typeof command.maxTimeMS !== 'number').map(nameOf);
  expect(unlimited).toEqual([]);
});
