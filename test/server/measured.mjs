// Loaded with `--import`: once a second a line of what the process uses goes to the file MEASURES.
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const path = process.env['MEASURES'] ?? '';
const RESOLUTION_MS = 5;
const NANOSECONDS = 1e6;
const WARM_UP_SECONDS = 60;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let seconds = 0;
const timer = setInterval(() => {
  seconds += 1;
  // The first minute compiles and fills caches.
  if (seconds === WARM_UP_SECONDS) delay.reset();
  const { rss, heapUsed } = process.memoryUsage();
  const line = { rss, heapUsed, p99: delay.percentile(99) / NANOSECONDS, max: delay.max / NANOSECONDS };
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}, 1000);
timer.unref();
