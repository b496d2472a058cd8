// Loaded with `--import`: once a second a line of what the process uses goes to the file MEASURES.
import { appendFileSync } from 'node:fs';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

const path = process.env['MEASURES'] ?? '';
const RESOLUTION_MS = 5;
const NANOSECONDS = 1e6;
const WARM_UP_SECONDS = 60;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
/** What V8's own last full collection left: a forced one would itself keep the memory flat. */
let live = 0;
const collections = new PerformanceObserver((list) => {
  const isFull = list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
  if (isFull) live = process.memoryUsage().heapUsed;
});
collections.observe({ entryTypes: ['gc'] });
let seconds = 0;
const timer = setInterval(() => {
  seconds += 1;
  // The first minute compiles and fills caches.
  if (seconds === WARM_UP_SECONDS) delay.reset();
  const line = {
    ...process.memoryUsage(),
    live,
    p99: delay.percentile(99) / NANOSECONDS,
    max: delay.max / NANOSECONDS,
  };
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}, 1000);
timer.unref();
