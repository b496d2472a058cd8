// Loaded with `--import`: the process's wall clock is ahead by the seconds that stand in the file CLOCK_SHIFT.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let aheadMs = 0;
const timer = setInterval(() => {
  aheadMs = 1000 * Number(readFileSync(process.env['CLOCK_SHIFT'] ?? '', 'utf8'));
}, 50);
timer.unref();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + aheadMs;
  }
};
