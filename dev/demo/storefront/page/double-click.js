/** Guards against the second click of a double click. */

/**
 * Ignores the second click on another control than the first: it is meant for the control of the first, which another
 * may have replaced by now. Next is replaced by one like it. Clicks by a key have no count. A first click that hit no
 * control blocks nothing.
 */
export function ignoreSecondClicks() {
  let clicked = document;
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail === 0) return;
      const control = event.target.closest('a, button, label, summary, dialog');
      if (event.detail === 1) clicked = control;
      if (clicked === null || control === clicked || (control?.rel && control.rel === clicked?.rel)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
