import { readFileSync } from 'node:fs';

/** The kernel's clock tick for `/proc` (sysconf _SC_CLK_TCK), the same on every Linux that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;

/** CPU time a process has used so far, in microseconds; null where there is no `/proc` to ask. */
export function cpuTime(pid: number): number | null {
  try {
    // The second field is the program's name in brackets and may hold anything; what follows begins with field 3.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w )/);
    const [user = NaN, system = NaN] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) * MICROSECONDS_PER_TICK;
  } catch {
    return null;
  }
}
