/** The calendar of generated catalogues. It ends on a fixed day, so a seed always generates the same catalogue. */

const DAY_MS = 86_400_000;
const LAST_INSTANT = Date.UTC(2026, 5, 30, 18, 0, 0);

/** The catalogue's age in days. */
export const CATALOGUE_AGE_DAYS = 730;

/** Returns the time `days` (possibly fractional) before the end of the calendar, in ISO 8601. */
export function daysBefore(days: number): string {
  return new Date(LAST_INSTANT - Math.round(days * DAY_MS)).toISOString();
}
