/** The notice while there is no response: the reason, and the time until the next attempt. */
import { counted } from './text.js';

/** Takes elements of the page, and `announce`. */
export function createNotice({ notice, text, time, announce }) {
  return {
    hide() {
      notice.hidden = true;
    },

    /** `isShownOld`: whether the page shows an earlier response to the same request. */
    show(query, wait, isShownOld) {
      text.textContent = reasonOf(query, wait);
      time.textContent = nextTry(wait, isShownOld);
      notice.hidden = false;
      announce(text.textContent);
    },
  };
}

function reasonOf(query, { busy }) {
  if (busy) return 'There are too many searches at once.';
  return `${query === '' ? 'The shop' : 'Search'} is not available at the moment.`;
}

function nextTry({ delayMs }, isShownOld) {
  const when = `Trying again in ${counted(Math.max(1, Math.ceil(delayMs / 1000)), 'second')}.`;
  return isShownOld ? `${when} This page may be out of date.` : when;
}
