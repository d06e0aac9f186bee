/** The milliseconds since a time of `performance.now()`, with one decimal. */
export const msSince = (startedAtMs: number): number => Math.round(10 * (performance.now() - startedAtMs)) / 10;
