/** Tells screen readers what has changed, by a live region. */

/** Returns a function that announces a text after a delay, unless another comes before. */
export function createAnnouncer(region) {
  let timer;
  return (text, delayMs = 0) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // The same text again would be read out again.
      if (region.textContent !== text) region.textContent = text;
    }, delayMs);
  };
}
