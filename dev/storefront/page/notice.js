/** The notice that there is no response yet: why, and when the next try is. */
import { nextTry, waitingFor } from './results/wording.js';

/** `parts` are elements of the page, and `announce`. */
export function createNotice({ notice, text, time, announce }) {
  return {
    hide() {
      notice.hidden = true;
    },

    /** `isShownOld` tells whether the page still shows an earlier response to the same. */
    show(query, wait, isShownOld) {
      text.textContent = waitingFor(query, wait);
      time.textContent = nextTry(wait, isShownOld);
      notice.hidden = false;
      announce(text.textContent);
    },
  };
}
