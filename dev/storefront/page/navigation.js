/**
 * The page's place in the browser's history. Links of the page change the address without loading anew; the address is then
 * rendered, as it is after back and forward, which also return to where the page was scrolled.
 */

/** Paths that this page shows; other links are left to the browser. */
const isOurs = ({ origin, pathname }) =>
  origin === location.origin && (pathname === '/' || pathname.startsWith('/products/'));

/**
 * `render(cause)` shows the address; `cause` is `link`, `change` or `history`. `go` changes the address: `replace` leaves
 * no step in the history.
 */
export function createNavigation(render) {
  history.scrollRestoration = 'manual';

  function go(address, { replace = false, cause = 'change' } = {}) {
    const isSame = new URL(address, location.origin).href === location.href;
    if (replace || isSame) {
      history.replaceState(history.state, '', address);
    } else {
      history.replaceState({ ...history.state, scrolled: scrollY }, '');
      history.pushState({ depth: depth() + 1 }, '', address);
    }
    return render(cause);
  }

  /** How many steps of this page lie behind. */
  const depth = () => history.state?.depth ?? 0;

  addEventListener('popstate', () => render('history'));
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target !== '') return;
    const address = new URL(link.href);
    if (!isOurs(address) || address.hash !== '') return;
    event.preventDefault();
    go(address.pathname + address.search, { cause: 'link' });
  });

  return {
    go,
    /** Whether there is a step of this page to go back to. */
    canGoBack: () => depth() > 0,
    scrollToRemembered: () => scrollTo(0, history.state?.scrolled ?? 0),
  };
}
