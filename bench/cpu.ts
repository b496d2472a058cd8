import { readdirSync, readFileSync } from 'node:fs';

/** The clock tick of `/proc` (sysconf _SC_CLK_TCK), the same on every Linux that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;

/** Microseconds so far; null without `/proc`. */
export function cpuTime(pid: number): number | null {
  return cpuTimeIn(`/proc/${pid}/stat`);
}

/** Of the thread that runs JavaScript. */
export function cpuTimeOfMainThread(pid: number): number | null {
  return cpuTimeIn(`/proc/${pid}/task/${pid}/stat`);
}

/** Two fields, user and system, or four with those of ended children. */
function cpuTimeIn(file: string, fields: 2 | 4 = 2): number | null {
  try {
    const ticks = fieldsOf(file)
      .slice(11, 11 + fields)
      .map(Number);
    return ticks.reduce((sum, each) => sum + each) * MICROSECONDS_PER_TICK;
  } catch {
    return null;
  }
}

/** Of a process and its children, because PostgreSQL has a backend per connection. */
export function cpuTimeOfFamily(pid: number): number | null {
  const own = cpuTimeIn(`/proc/${pid}/stat`, 4);
  if (own === null) return null;
  const children = readdirSync('/proc').filter((name) => parentOf(name) === String(pid));
  return children.reduce((sum, child) => sum + (cpuTime(Number(child)) ?? 0), own);
}

function parentOf(name: string): string | undefined {
  try {
    return /^\d+$/.test(name) ? fieldsOf(`/proc/${name}/stat`)[1] : undefined;
  } catch {
    return undefined;
  }
}

/** The second field is the program's name in parentheses and may hold anything. */
function fieldsOf(file: string): string[] {
  const [, fields = ''] = readFileSync(file, 'utf8').split(/\) (?=\w )/);
  return fields.split(' ');
}
