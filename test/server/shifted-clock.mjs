// Loaded with `--import`: the process's wall clock is ahead by the seconds that stand in the file CLOCK_SHIFT.
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

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

// Node dates its answers by a clock that is not ours, and browsers learn the shop's time from them.
const writeHead = Reflect.get(ServerResponse.prototype, 'writeHead');
ServerResponse.prototype.writeHead = function (...parts) {
  if (!this.headersSent) this.setHeader('Date', new Date().toUTCString());
  return Reflect.apply(writeHead, this, parts);
};
