/** The demo's calendar: it ends on a fixed day, so that a seed gives the same catalogue whenever it is made. */

const DAY_MS = 86_400_000;
const LAST_INSTANT = Date.UTC(2026, 5, 30, 18, 0, 0);

/** The catalogue's age in days. */
export const CATALOGUE_AGE_DAYS = 730;

/** The instant so many days (also parts of one) before the catalogue's last one, in ISO 8601. */
export function daysBefore(days: number): string {
  return new Date(LAST_INSTANT - Math.round(days * DAY_MS)).toISOString();
}
