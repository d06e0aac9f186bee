/**
 * Moves the form of the filters into a sheet over the page on narrow screens. On wide ones it is beside the results.
 */
import { counted, formatCount } from '../text.js';

const NARROW = '(max-width: 860px)';

/**
 * Takes elements of the page: the `sheet`, the `place` in it for the `form`, the button `toggle` with `toggleCount`,
 * and the buttons that close it, `close` and `done`.
 */
export function createFilterSheet({ sheet, place, form, toggle, toggleCount, close, done }) {
  const screen = matchMedia(NARROW);
  const home = form.previousElementSibling;

  toggle.addEventListener('click', () => {
    place.append(form);
    sheet.showModal();
  });
  for (const button of [close, done]) button.addEventListener('click', () => sheet.close());
  // A click on the backdrop closes the sheet. A selection of text may end there, but doesn't begin there.
  const isAbove = ({ target, clientY }) => target === sheet && clientY < sheet.getBoundingClientRect().top;
  let isPressedAbove = false;
  sheet.addEventListener('pointerdown', (event) => {
    isPressedAbove = isAbove(event);
  });
  sheet.addEventListener('click', (event) => {
    if (isPressedAbove && isAbove(event)) sheet.close();
  });
  sheet.addEventListener('close', () => home.after(form));
  screen.addEventListener('change', () => {
    if (!screen.matches) sheet.close();
  });

  return {
    /** Closes the sheet, since another page is shown. */
    leave: () => sheet.close(),
    /** Shows the number of active filters. */
    showCount(count) {
      toggleCount.textContent = count === 0 ? '' : ` (${formatCount(count)})`;
    },
    /** Shows the number of products that match; undefined if it isn't known. */
    showTotal(total) {
      if (total === undefined) done.textContent = 'Show products';
      else done.textContent = total === 0 ? 'Nothing found' : `Show ${counted(total, 'product')}`;
    },
  };
}
