/**
 * Shifts `Date` by CLOCK_SHIFT_MS in a process that preloads this (`node --import`), but not timers or
 * `performance.now`.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = globalThis.Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
