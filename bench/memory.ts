import { readFileSync } from 'node:fs';

/** What a process has in memory (`VmRSS`), or had at most (`VmHWM`). NaN without `/proc`. */
export function memoryMib(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  } catch {
    return NaN;
  }
}
