/**
 * InstantSearch's own widgets on the adapter: the searches that they need, and what they show. Guards updates of
 * InstantSearch.
 */
import {
  connectConfigure,
  connectDynamicWidgets,
  connectHierarchicalMenu,
  connectHits,
  connectMenu,
  connectNumericMenu,
  connectPagination,
  connectRange,
  connectRatingMenu,
  connectRefinementList,
  connectStats,
  connectToggleRefinement,
} from 'instantsearch.js/es/connectors/index.js';
import index from 'instantsearch.js/es/widgets/index/index.js';
import { type Facet, facetLabels, type SearchBody } from '../../../client/src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { showWidgets } from '../support/widgets.ts';

const values = (...each: [value: string, label: string, count: number][]): Facet => ({
  values: each.map(([value, label, count]) => ({ value, label, count })),
  isComplete: true,
});
const FACETS: Readonly<Record<string, Facet>> = {
  collection: values(['tents', 'Tents', 5], ['lamps', 'Lamps', 2]),
  inStock: values(['true', 'true', 7], ['false', 'false', 1]),
  price: { min: 5, max: 99.5 },
  'specifications.Material': values(['cotton', 'Cotton', 3], ['nylon', 'Nylon', 2]),
  'variants.Colour': values(['red', 'Red', 4], ['blue', 'Blue', 1]),
};

type Widgets = Parameters<typeof showWidgets>[0];
type State = Parameters<typeof showWidgets>[1];

const silent = () => undefined;
const material = () => connectRefinementList(silent)({ attribute: 'specifications.Material' });
const hits = () => connectHits(silent)({});
const collections = () => connectRefinementList(silent)({ attribute: 'collection' });

test.each<[string, Widgets, State, SearchBody]>([
  [
    'refinementList',
    [collections(), material()],
    { refinementList: { collection: ['tents'], 'specifications.Material': ['Cotton', 'Nylon'] } },
    {
      filter: { collection: ['tents'], specifications: { Material: ['Cotton', 'Nylon'] } },
      facets: ['collection', 'specifications.Material'],
    },
  ],
  [
    'menu',
    [connectMenu(silent)({ attribute: 'variants.Colour' })],
    { menu: { 'variants.Colour': 'Red' } },
    { filter: { variants: { Colour: ['Red'] } }, facets: ['variants.Colour'] },
  ],
  [
    'hierarchicalMenu of one level',
    [connectHierarchicalMenu(silent)({ attributes: ['variants.Colour'] })],
    { hierarchicalMenu: { 'variants.Colour': ['Red'] } },
    { filter: { variants: { Colour: ['Red'] } }, facets: ['variants.Colour'] },
  ],
  [
    'hierarchicalMenu with another separator: a value with the default one',
    [connectHierarchicalMenu(silent)({ attributes: ['variants.Colour'], separator: '|' })],
    { hierarchicalMenu: { 'variants.Colour': ['Red > Dark'] } },
    { filter: { variants: { Colour: ['Red > Dark'] } }, facets: ['variants.Colour'] },
  ],
  [
    'numericMenu',
    [connectNumericMenu(silent)({ attribute: 'price', items: [{ label: 'Up to 20', end: 20 }] })],
    { numericMenu: { price: ':20' } },
    { filter: { price: { max: 20 } } },
  ],
  [
    'rangeSlider',
    [connectRange(silent)({ attribute: 'price' })],
    { range: { price: '10:20' } },
    { filter: { price: { min: 10, max: 20 } }, facets: ['price'] },
  ],
  [
    'toggleRefinement, on',
    [connectToggleRefinement(silent)({ attribute: 'inStock' })],
    { toggle: { inStock: true } },
    { filter: { inStock: true }, facets: ['inStock'] },
  ],
  [
    'toggleRefinement with `off`, off',
    [connectToggleRefinement(silent)({ attribute: 'inStock', off: false })],
    {},
    { filter: { inStock: false }, facets: ['inStock'] },
  ],
  ['configure', [connectConfigure(silent)({ searchParameters: { hitsPerPage: 12 } })], {}, { perPage: 12 }],
  ['pagination', [connectPagination(silent)({})], { page: 3 }, { page: 3 }],
  [
    'two indexes of the same search',
    [hits(), index({ indexName: 'products', indexId: '2' }).addWidgets([hits()])],
    {},
    {},
  ],
])('one search: %s', async (_name, widgets, state, expected) => {
  const { bodies, error } = await showWidgets(widgets, state, { facets: FACETS });
  expect(error).toBeUndefined();
  expect(bodies).toEqual([{ page: 1, perPage: 20, highlight: true, products: 'reduced', ...expected }]);
});

test('dynamicWidgets with `facets: []`: each widget that it mounts requests its facet', async () => {
  const given = { widgets: [material()], facets: [], transformItems: () => ['specifications.Material'] };
  const { bodies } = await showWidgets([connectDynamicWidgets(silent)(given), collections()], {}, { facets: FACETS });
  const requested = await eventually(
    async () => bodies.map(({ facets }) => facets),
    (facets) => facets.length === 2,
  );
  expect(requested).toEqual([['collection'], ['collection', 'specifications.Material']]);
});

describe('a value that the state spells differently', () => {
  const shown = new Map<string, boolean>();
  const show = ({ items }: { items: { label: string; isRefined: boolean }[] }) => {
    shown.clear();
    for (const { label, isRefined } of items) shown.set(label, isRefined);
  };

  test('refinementList: one item, chosen', async () => {
    const attribute = 'specifications.Material';
    const state = { refinementList: { [attribute]: ['cotton'] } };
    await showWidgets([connectRefinementList(show)({ attribute })], state, { facets: FACETS });
    expect(shown).toEqual(
      new Map([
        ['cotton', true],
        ['Nylon', false],
      ]),
    );
  });

  test('menu: one item, chosen', async () => {
    const attribute = 'variants.Colour';
    const state = { menu: { [attribute]: 'RED' } };
    await showWidgets([connectMenu(show)({ attribute })], state, { facets: FACETS });
    expect(shown).toEqual(
      new Map([
        ['RED', true],
        ['Blue', false],
      ]),
    );
  });
});

test.each<[string, object, string[]]>([
  ['by id', {}, ['lamps', 'tents']],
  ['by count', { sortBy: ['count:desc'] }, ['tents', 'lamps']],
])('collections in a menu are ordered %s', async (_order, given, expected) => {
  let shown: string[] = [];
  const show = ({ items }: { items: { value: string }[] }) => {
    shown = items.map(({ value }) => value);
  };
  await showWidgets([connectMenu(show)({ attribute: 'collection', ...given })], {}, { facets: FACETS });
  expect(shown).toEqual(expected);
});

test.each([
  ['refinementList', connectRefinementList, { refinementList: { collection: ['\\-sale'] } }],
  ['menu', connectMenu, { menu: { collection: '\\-sale' } }],
])(
  'a collection whose id begins with a minus, which InstantSearch escapes, has its name: %s',
  async (_name, connect, state) => {
    const shown: [string, boolean][] = [];
    const show = ({ items }: { items: { label: string; isRefined: boolean }[] }) => {
      shown.splice(0, shown.length, ...items.map(({ label, isRefined }) => [label, isRefined] as [string, boolean]));
    };
    const widget = connect(show)({ attribute: 'collection', transformItems: facetLabels('collection') });
    const { bodies } = await showWidgets([widget], state, { facets: { collection: values(['-sale', 'Sale', 3]) } });
    expect(bodies).toMatchObject([{ filter: { collection: ['-sale'] } }]);
    expect(shown).toEqual([['Sale', true]]);
  },
);

test('stats: the time of one search, however many facets have refinements', async () => {
  let shown = {};
  const stats = connectStats((given: object) => {
    shown = given;
  })({});
  const state = { refinementList: { collection: ['tents'], 'specifications.Material': ['Cotton'] } };
  await showWidgets([stats, collections(), material()], state, { facets: FACETS });
  expect(shown).toMatchObject({ processingTimeMS: 12, nbHits: 41 });
});

test('an index of another order: one more search', async () => {
  const { bodies } = await showWidgets([hits(), index({ indexName: 'products/price/asc' }).addWidgets([hits()])]);
  expect(bodies.map(({ sort }) => sort)).toEqual([undefined, { by: 'price', order: 'asc' }]);
});

test.each<[string, Widgets, State, string]>([
  ['ratingMenu', [connectRatingMenu(silent)({ attribute: 'rating' })], { ratingMenu: { rating: 3 } }, 'rating'],
  ['dynamicWidgets with all facets', [connectDynamicWidgets(silent)({ widgets: [] }), material()], {}, '`facets: []`'],
])('an error that names what is not supported: %s', async (_name, widgets, state, named) => {
  const { bodies, error } = await showWidgets(widgets, state);
  expect(error).toMatchObject({ name: 'UnsupportedRequestError', message: expect.stringContaining(named) });
  expect(bodies).toEqual([]);
});
