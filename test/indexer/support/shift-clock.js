/** Preloaded into a process (`node --import`): shifts the time that `Date` tells by CLOCK_SHIFT_MS. Timers and `performance.now` stay. */
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
