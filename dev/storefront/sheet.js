/** On a narrow screen the filters are in a sheet over the page; on a wide one they stand in the page. The form is the same. */

const NARROW = '(max-width: 720px)';

/**
 * `parts` are elements of the page: the `sheet` and the `place` in it that the `form` goes to, its `toggle`, and what closes
 * it: `close` and `done`.
 */
export function createFilterSheet({ sheet, place, form, toggle, close, done }) {
  const screen = matchMedia(NARROW);

  toggle.addEventListener('click', () => {
    place.append(form);
    sheet.showModal();
  });
  for (const button of [close, done]) button.addEventListener('click', () => sheet.close());
  // A click beside the sheet hits the dialog itself: that is its backdrop.
  sheet.addEventListener('click', (event) => {
    if (event.target === sheet) sheet.close();
  });
  sheet.addEventListener('close', () => toggle.after(form));
  screen.addEventListener('change', () => {
    if (!screen.matches) sheet.close();
  });
}
