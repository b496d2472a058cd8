import { readdirSync, readFileSync } from 'node:fs';

/** The kernel's clock tick for `/proc` (sysconf _SC_CLK_TCK), the same on every Linux that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;

/** CPU time a process has used so far, in microseconds; null where there is no `/proc` to ask. */
export function cpuTime(pid: number): number | null {
  try {
    const [user = NaN, system = NaN] = statOf(pid).slice(11, 13).map(Number);
    return (user + system) * MICROSECONDS_PER_TICK;
  } catch {
    return null;
  }
}

/** The same of a process and its children that live, such as PostgreSQL with a backend per connection. */
export function cpuTimeOfFamily(pid: number): number | null {
  if (cpuTime(pid) === null) return null;
  const members = readdirSync('/proc').filter((name) => name === String(pid) || parentOf(name) === String(pid));
  return members.reduce((sum, member) => sum + (cpuTime(Number(member)) ?? 0), 0);
}

function parentOf(name: string): string | undefined {
  try {
    return /^\d+$/.test(name) ? statOf(Number(name))[1] : undefined;
  } catch {
    return undefined;
  }
}

/** From the third field on: the second is the program's name in brackets and may hold anything. */
function statOf(pid: number): string[] {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w )/);
  return fields.split(' ');
}
