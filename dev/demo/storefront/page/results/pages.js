/** Pagination: links to the numbered pages of a result. */
import { element, setChildren, visuallyHidden } from '../elements.js';
import { formatCount } from '../text.js';

/** The number of pages shown on each side of the current one. */
const NEIGHBOURS = 1;

/** The page numbers to show; null marks a gap: `1 … 4 5 6 … 42`. */
function pageNumbers(current, last) {
  const wanted = [1, last];
  for (let page = current - NEIGHBOURS; page <= current + NEIGHBOURS; page++) wanted.push(page);
  const shown = [...new Set(wanted)].filter((page) => page >= 1 && page <= last).toSorted((one, other) => one - other);
  return shown.flatMap((page, index) => {
    const gap = index === 0 ? 1 : page - shown[index - 1];
    if (gap === 2) return [page - 1, page];
    return gap > 2 ? [null, page] : [page];
  });
}

/** Fills `nav`; hides it if there is one page. `addressOf` returns the address of a page. */
export function showPages(nav, { currentPage, lastPage }, addressOf) {
  nav.hidden = lastPage <= 1;
  const numbers = pageNumbers(currentPage, lastPage).map((page) =>
    page === null ? element('span', { className: 'pages-gap' }, '…') : pageLink(page, currentPage, addressOf),
  );
  setChildren(
    nav,
    step('Previous', 'prev', currentPage - 1, lastPage, addressOf),
    element('ol', {}, ...numbers.map((number) => element('li', {}, number))),
    step('Next', 'next', currentPage + 1, lastPage, addressOf),
  );
}

function pageLink(page, current, addressOf) {
  const link = element(
    'a',
    { className: 'page-link', href: addressOf(page) },
    visuallyHidden('Page '),
    formatCount(page),
  );
  if (page === current) link.setAttribute('aria-current', 'page');
  return link;
}

function step(name, rel, page, lastPage, addressOf) {
  if (page < 1 || page > lastPage) return element('span', { className: 'page-step', ariaHidden: 'true' }, name);
  return element('a', { className: 'page-step', href: addressOf(page), rel }, name);
}
