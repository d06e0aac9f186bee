/** On a narrow screen the filters are in a sheet over the page; on a wide one they stand beside the results. The form is the same. */
import { counted, formatCount } from '../text.js';

const NARROW = '(max-width: 860px)';

/**
 * `parts` are elements of the page: the `sheet` and the `place` in it that the `form` goes to, its `toggle` with the
 * `toggleCount`, and what closes it: `close` and `done`.
 */
export function createFilterSheet({ sheet, place, form, toggle, toggleCount, close, done }) {
  const screen = matchMedia(NARROW);
  const home = form.previousElementSibling;

  toggle.addEventListener('click', () => {
    place.append(form);
    sheet.showModal();
  });
  for (const button of [close, done]) button.addEventListener('click', () => sheet.close());
  // A click beside the sheet hits the dialog itself: that is its backdrop.
  sheet.addEventListener('click', (event) => {
    if (event.target === sheet) sheet.close();
  });
  sheet.addEventListener('close', () => home.after(form));
  screen.addEventListener('change', () => {
    if (!screen.matches) sheet.close();
  });

  return {
    /** How many filters are in use. */
    showCount(count) {
      toggleCount.textContent = count === 0 ? '' : ` (${formatCount(count)})`;
    },
    /** How many products the filters leave. */
    showTotal(total) {
      done.textContent = total === 0 ? 'Nothing found' : `Show ${counted(total, 'product')}`;
    },
  };
}
