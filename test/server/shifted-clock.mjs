// Loaded with `--import`: the process's wall clock is ahead by the seconds that stand in the file CLOCK_SHIFT.
import { subscribe } from 'node:diagnostics_channel';
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

// Node's Date header ignores the shifted clock, but browsers read the shop's time from it.
subscribe('http.server.request.start', (message) => {
  const { response } = /** @type {{ response: import('node:http').ServerResponse }} */ (message);
  response.setHeader('Date', new Date().toUTCString());
});
