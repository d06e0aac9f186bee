/** The notice while there is no response: the reason, and the time until the next attempt. */
import { nextTry, waitingFor } from './results/wording.js';

/** Takes elements of the page, and `announce`. */
export function createNotice({ notice, text, time, announce }) {
  return {
    hide() {
      notice.hidden = true;
    },

    /** `isShownOld`: whether the page shows an earlier response to the same request. */
    show(query, wait, isShownOld) {
      text.textContent = waitingFor(query, wait);
      time.textContent = nextTry(wait, isShownOld);
      notice.hidden = false;
      announce(text.textContent);
    },
  };
}
