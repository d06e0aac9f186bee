/**
 * The page's history. Links within the page change the address without a reload. The page then renders the address, as
 * it does after back, forward and a reload, which also restore the scroll position.
 */

/** Whether this page renders the address. The browser follows other links. */
const isOurs = ({ origin, pathname }) =>
  origin === location.origin && (pathname === '/' || pathname.startsWith('/products/'));

const currentAddress = () => location.pathname + location.search;

/**
 * `render(cause)` shows the address; `cause` is `link`, `change` or `history`. `go` changes the address; with `replace`
 * it adds no history entry.
 */
export function createNavigation(render) {
  // The browser restores the position too early: before the products are there.
  history.scrollRestoration = 'manual';
  const savedPosition = () => history.state?.scrolled ?? 0;
  /** The position to restore when the content is shown; null after that. */
  let pendingPosition = savedPosition();

  function savePosition() {
    if (pendingPosition === null) history.replaceState({ ...history.state, scrolled: scrollY }, '');
  }

  function go(address, { replace = false, cause = 'change' } = {}) {
    const isSame = new URL(address, location.origin).href === location.href;
    if (replace || isSame) {
      history.replaceState(history.state, '', address);
    } else {
      savePosition();
      history.pushState({ from: currentAddress() }, '', address);
    }
    if (cause !== 'focus') {
      pendingPosition = null;
      scrollTo(0, 0);
    }
    return render(cause);
  }

  addEventListener('scrollend', savePosition);
  addEventListener('pagehide', savePosition);
  addEventListener('popstate', () => {
    pendingPosition = savedPosition();
    render('history');
  });
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
    /** The address that led to the current history entry; undefined if it isn't this page's. Survives a reload. */
    get from() {
      return history.state?.from;
    },

    /** Goes back to `from`. Opens it if the history entry has another address by now. */
    goBack() {
      const { from } = history.state;
      const check = () => {
        if (currentAddress() !== from) go(from, { replace: true, cause: 'link' });
      };
      addEventListener('popstate', check, { once: true });
      history.back();
    },

    /** Scrolls to the saved position after back, forward or a reload. Call it when the content is shown. */
    restoreScroll() {
      if (pendingPosition !== null) scrollTo(0, pendingPosition);
      pendingPosition = null;
    },
  };
}
