/** Announces changes to screen readers through a live region. */

/** Returns a function that announces a text after a delay, unless it is called again before. */
export function createAnnouncer(region) {
  let timer;
  return (text, delayMs = 0) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Screen readers would read the same text again.
      if (region.textContent !== text) region.textContent = text;
    }, delayMs);
  };
}
