/**
 * The page's history. Links within the page change the address without a reload. The page then renders the address, as
 * it does after back, forward and a reload, which also restore the scroll position.
 */

/** Whether this page renders the address. The browser follows other links. */
const isOurs = ({ origin, pathname }) =>
  origin === location.origin && (pathname === '/' || pathname.startsWith('/products/'));

/** Whether a click opens its link in another tab or window, or saves it. */
export const isForBrowser = ({ button, ctrlKey, metaKey, shiftKey, altKey }) =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey;

/** Calls `go(target)` instead of the browser at a click on a link to an address that this page renders. */
function followLinks(go) {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (link === null || event.defaultPrevented || isForBrowser(event)) return;
    const target = new URL(link.href);
    if (!isOurs(target)) return;
    event.preventDefault();
    go(target);
  });
}

/** Changes the history. Browsers limit how often a page may: Chrome ignores further changes, and WebKit throws. */
function changeHistory(method, state, address) {
  try {
    history[method](state, '', address);
  } catch (error) {
    if (error.name !== 'SecurityError') throw error;
  }
}

/**
 * `render(cause)` shows `address`; `cause` is `link`, `change` or `history`. `go` changes the address; with `replace`
 * it adds no history entry. What is typed (`isTyped`) adds one, not one for each key press.
 */
export function createNavigation(render) {
  // The browser restores the position too early: before the products are there.
  history.scrollRestoration = 'manual';
  /** What the page shows. The browser's address is an older one while it refuses changes. */
  let address = location.href;
  const savedPosition = () => history.state?.scrolled ?? 0;
  /** The position to restore when the content is shown; null after that. */
  let pendingPosition = savedPosition();
  /** Whether the shopper still types what led to the address: until Enter, or until the field loses the focus. */
  let isTyping = false;

  function savePosition() {
    if (pendingPosition === null) changeHistory('replaceState', { ...history.state, scrolled: scrollY });
  }

  /** Changes the address without a history entry. Each change counts towards the limit: none if it is the same. */
  function replaceAddress(target) {
    address = new URL(target, location.origin).href;
    if (address !== location.href) changeHistory('replaceState', history.state, address);
  }

  function pushAddress(target) {
    savePosition();
    const from = address;
    address = new URL(target, location.origin).href;
    changeHistory('pushState', { from }, address);
  }

  function go(target, { replace = false, isTyped = false, cause = 'change' } = {}) {
    const isSame = new URL(target, location.origin).href === location.href;
    (replace || isSame || (isTyped && isTyping) ? replaceAddress : pushAddress)(target);
    if (!isSame) isTyping = isTyped;
    if (cause !== 'focus') {
      pendingPosition = null;
      scrollTo(0, 0);
    }
    return render(cause);
  }

  addEventListener('scrollend', savePosition);
  addEventListener('pagehide', savePosition);
  for (const type of ['submit', 'focusout', 'popstate']) {
    addEventListener(type, () => {
      isTyping = false;
    });
  }
  addEventListener('popstate', () => {
    address = location.href;
    pendingPosition = savedPosition();
    render('history');
  });
  followLinks((target) => go(target, { cause: 'link' }));

  return {
    go,
    replaceAddress,
    get address() {
      return address;
    },

    /** The address that led to the current history entry; undefined if it isn't this page's. Survives a reload. */
    get from() {
      return history.state?.from;
    },

    /** Goes back to `from`. Opens it if the history entry has another address by now. */
    goBack() {
      const { from } = history.state;
      const check = () => {
        if (location.href !== from) go(from, { replace: true, cause: 'link' });
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
