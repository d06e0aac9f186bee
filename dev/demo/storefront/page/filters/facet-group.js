/** One facet of the sidebar: a collapsible title, and a checkbox with a count for each value. */
import { arrange, element } from '../elements.js';
import { folded, formatCount } from '../text.js';

/** The number of values shown before a click on `Show all`. */
const FIRST_VALUES = 6;

/**
 * Calls `onToggle(value, isChosen)` on every choice. `show` takes the facet of a response and the chosen values;
 * `labelOf` returns the labels of those that the facet lacks.
 */
export function createFacetGroup(title, isOpen, onToggle) {
  const boxes = new Map();
  const list = element('ul', { className: 'facet-values' });
  const more = element('button', { type: 'button', className: 'facet-more' });
  const name = element('span', { className: 'facet-name' }, title);
  const chosenCount = element('span', { className: 'facet-chosen' });
  const body = element('div', { className: 'facet-body', role: 'group', ariaLabel: title }, list, more);
  const group = element(
    'details',
    { className: 'facet', open: isOpen },
    element('summary', {}, name, chosenCount),
    body,
  );
  let showsAll = false;
  let shown = [];
  let allName = '';

  more.addEventListener('click', () => {
    showsAll = !showsAll;
    render();
    if (showsAll) shown[FIRST_VALUES]?.box.focus();
  });

  function boxOf({ value, label, count }, isChosen) {
    if (!boxes.has(value))
      boxes.set(
        value,
        createBox(value, (checked) => onToggle(value, checked)),
      );
    const made = boxes.get(value);
    made.show(label, count, isChosen);
    return made;
  }

  function render() {
    const hasMore = shown.length > FIRST_VALUES + 1;
    const visible = shown.filter(({ box }, index) => !hasMore || showsAll || index < FIRST_VALUES || box.checked);
    const items = visible.map(({ item }) => item);
    const focused = list.contains(document.activeElement) ? document.activeElement : null;
    arrange(list, items);
    // A moved element loses the focus.
    if (focused !== document.activeElement) focused?.focus({ preventScroll: true });
    list.classList.toggle('is-long', showsAll && hasMore);
    more.hidden = !hasMore;
    more.textContent = showsAll ? 'Show fewer' : allName;
  }

  return {
    element: group,

    show({ values, isComplete }, chosen, labelOf) {
      const isChosen = ({ value }) => chosen.some((other) => folded(other) === folded(value));
      const missing = chosen.filter((value) => !values.some((other) => folded(other.value) === folded(value)));
      const all = [...values, ...missing.map((value) => ({ value, label: labelOf(value), count: 0 }))];
      shown = all.map((value) => boxOf(value, isChosen(value)));
      chosenCount.textContent = chosen.length === 0 ? '' : formatCount(chosen.length);
      chosenCount.ariaLabel = chosen.length === 0 ? null : `${chosen.length} chosen`;
      const count = formatCount(shown.length);
      allName = isComplete ? `Show all ${count}` : `Show the ${count} most frequent`;
      render();
    },
  };
}

/** Creates a checkbox: `<li><label><input> name <count></label></li>`. */
export function createBox(value, onChange) {
  const box = element('input', { type: 'checkbox', value });
  const text = element('span', { className: 'facet-label' });
  const number = element('span', { className: 'facet-count' });
  const item = element('li', {}, element('label', { className: 'facet-value' }, box, text, ' ', number));
  box.addEventListener('change', () => onChange(box.checked));
  return {
    item,
    box,
    show(label, count, isChosen) {
      text.textContent = label;
      number.textContent = formatCount(count);
      box.checked = isChosen;
      item.classList.toggle('is-empty', count === 0 && !isChosen);
    },
  };
}
