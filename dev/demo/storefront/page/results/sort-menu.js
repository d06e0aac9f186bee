/** The menu of sort orders. */
import { SORTS } from '../request.js';

/** Calls `onChange(name)` on a choice. */
export function createSortMenu(menu, onChange) {
  menu.addEventListener('change', () => onChange(menu.value));
  return {
    show({ query, sort }) {
      const names = Object.keys(SORTS).filter((name) => query !== '' || !SORTS[name].searchesOnly);
      const isSame = names.join() === [...menu.options].map(({ value }) => value).join();
      if (!isSame) menu.replaceChildren(...names.map((name) => new Option(SORTS[name].label, name)));
      menu.value = sort;
    },
  };
}
