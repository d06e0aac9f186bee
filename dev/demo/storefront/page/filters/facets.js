/** The sidebar: facets with counts. It shows only facets with a choice. */
import { arrange, element } from '../elements.js';
import { createBox, createFacetGroup } from './facet-group.js';
import { FLAG_NAMES, facetName } from './filters.js';
import { createPriceRange } from './price-range.js';

/** The facets of specifications and variants follow, because they may arrive later. */
const FIRST = ['collection', 'price', 'location', 'status'];
const NO_VALUES = { values: [], isComplete: true };
/** The number of groups that are open at first. */
const OPEN_GROUPS = 5;

/**
 * Fills `form`. Calls `onToggle(name, value, isChosen)` or `onPrice({ minPrice, maxPrice })` on every choice.
 */
export function createFacets(form, { onToggle, onPrice }) {
  const priceRange = createPriceRange(onPrice);
  const groups = new Map();
  const flags = Object.keys(FLAG_NAMES).map((name) => ({
    name,
    ...createBox('true', (isChosen) => onToggle(name, 'true', isChosen)),
  }));
  const flagList = element('ul', { className: 'facet-values facet-flags' }, ...flags.map(({ item }) => item));
  const nothing = element('p', { className: 'no-facets note' }, 'There is nothing to filter by.');
  form.addEventListener('submit', (event) => event.preventDefault());

  function groupOf(name, position) {
    if (!groups.has(name)) {
      const onChoice = (value, isChosen) => onToggle(name, value, isChosen);
      groups.set(name, createFacetGroup(facetName(name), position < OPEN_GROUPS, onChoice));
    }
    return groups.get(name);
  }

  return {
    /** `facets`: those of a response, by name. `shopInfo`: see shop-info.js. */
    show(filters, facets, shopInfo) {
      for (const { name, item, show } of flags) {
        const count = countOf(facets[name], 'true');
        show(FLAG_NAMES[name], count, filters[name] !== undefined);
        item.hidden = count === 0 && filters[name] === undefined;
      }
      flagList.hidden = flags.every(({ item }) => item.hidden);
      priceRange.show(filters, facets.price, shopInfo.currency);
      const keyed = Object.keys(facets).filter((name) => name.includes('.'));
      const names = [...FIRST, ...keyed].filter((name) => hasChoice(name, facets, filters));
      const elements = names.map((name, index) => {
        if (name === 'price') return priceRange.element;
        const group = groupOf(name, index);
        group.show(facets[name] ?? NO_VALUES, filters[name] ?? [], (value) => shopInfo.labelOf(name, value));
        return group.element;
      });
      const isEmpty = flagList.hidden && elements.length === 0;
      arrange(form, [flagList, ...elements, ...(isEmpty ? [nothing] : [])]);
    },

    /** Removes the facets of a shop. */
    clear() {
      groups.clear();
      arrange(form, []);
    },
  };
}

const countOf = (facet, value) => facet?.values.find((other) => String(other.value) === value)?.count ?? 0;

/** A facet with one value offers no choice. Chosen values are always visible. */
function hasChoice(name, facets, filters) {
  if (name === 'price')
    return hasRange(facets.price) || filters.minPrice !== undefined || filters.maxPrice !== undefined;
  return filters[name] !== undefined || (facets[name]?.values.length ?? 0) > 1;
}

const hasRange = (price) => typeof price?.min === 'number' && price.min < price.max;
