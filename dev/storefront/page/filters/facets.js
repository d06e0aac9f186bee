/** The sidebar: what a result can be narrowed by, with counts. It shows the facets that leave a choice. */
import { element } from '../elements.js';
import { createBox, createFacetGroup } from './facet-group.js';
import { facetName } from './filters.js';
import { createPriceRange } from './price-range.js';

const FLAGS = { inStock: 'In stock', featured: 'Featured' };
/** Facets of specifications and variants stand between these two groups. */
const FIRST = ['collection', 'price'];
const LAST = ['location', 'status'];
const NO_VALUES = { values: [], isComplete: true };
/** So many groups are open at first. */
const OPEN_GROUPS = 5;

/**
 * Fills `form`. `onToggle(name, value, isChosen)` and `onPrice({ minPrice, maxPrice })` hear of every choice.
 */
export function createFacets(form, { onToggle, onPrice }) {
  const priceRange = createPriceRange(onPrice);
  const groups = new Map();
  const flags = Object.keys(FLAGS).map((name) => ({
    name,
    ...createBox('true', (isChosen) => onToggle(name, 'true', isChosen)),
  }));
  const flagList = element('ul', { className: 'facet-values facet-flags' }, ...flags.map(({ item }) => item));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.append(flagList, priceRange.element);

  function groupOf(name, position) {
    if (!groups.has(name)) {
      const onChoice = (value, isChosen) => onToggle(name, value, isChosen);
      groups.set(name, createFacetGroup(facetName(name), position < OPEN_GROUPS, onChoice));
    }
    return groups.get(name);
  }

  /** Puts the groups in order; those that are in place already aren't moved, since a moved element loses the keyboard. */
  function arrange(elements) {
    for (const child of [...form.children]) if (!elements.includes(child)) child.remove();
    for (const [index, wanted] of elements.entries()) {
      if (form.children[index] !== wanted) form.insertBefore(wanted, form.children[index] ?? null);
    }
  }

  return {
    /** `facets` are those of a response, by name; `known` is what is known of the shop. */
    show(filters, facets, known) {
      for (const { name, item, show } of flags) {
        const count = countOf(facets[name], 'true');
        show(FLAGS[name], count, filters[name] !== undefined);
        item.hidden = count === 0 && filters[name] === undefined;
      }
      flagList.hidden = flags.every(({ item }) => item.hidden);
      priceRange.show(filters, facets.price, known.currency);
      const keyed = Object.keys(facets).filter((name) => name.includes('.'));
      const names = [...FIRST, ...keyed, ...LAST].filter((name) => hasChoice(name, facets, filters));
      const elements = names.map((name, index) => {
        if (name === 'price') return priceRange.element;
        const group = groupOf(name, index);
        group.show(facets[name] ?? NO_VALUES, filters[name] ?? [], (value) => known.labelOf(name, value));
        return group.element;
      });
      arrange([flagList, ...elements]);
    },

    /** Forgets a shop's facets. */
    clear() {
      groups.clear();
      arrange([flagList, priceRange.element]);
    },
  };
}

const countOf = (facet, value) => facet?.values.find((other) => String(other.value) === value)?.count ?? 0;

/** A facet of one value is no choice; but what is chosen can always be seen. */
function hasChoice(name, facets, filters) {
  if (name === 'price')
    return hasRange(facets.price) || filters.minPrice !== undefined || filters.maxPrice !== undefined;
  return filters[name] !== undefined || (facets[name]?.values.length ?? 0) > 1;
}

const hasRange = (price) => typeof price?.min === 'number' && price.min < price.max;
