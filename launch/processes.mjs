// @ts-check
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * When the process began, as text that is only good for comparing: a pid is used again after its process ended,
 * a pid together with this is not. Undefined when nothing runs under the pid.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
export function startTime(pid) {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

/**
 * @param {number} pid
 * @returns {string | undefined}
 */
function startTimeFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; in a container without an init nobody ever collects it.
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {string | undefined}
 */
function startTimeFromPs(pid) {
  const [state, ...started] = ps(pid, 'stat=,lstart=').split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : started.join(' ');
}

/**
 * @param {number} pid
 * @returns {boolean}
 */
export function isRunning(pid) {
  return startTime(pid) !== undefined;
}

/**
 * The command line of a running process, its arguments separated by spaces; empty when there is none.
 *
 * @param {number} pid
 * @returns {string}
 */
export function commandLine(pid) {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/**
 * The folder a process works in, as it is called now. Empty where the system does not tell: not Linux, or another
 * account's process in a container.
 *
 * @param {number} pid
 * @returns {string}
 */
export function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/**
 * @param {number} pid
 * @param {string} columns
 * @returns {string}
 */
function ps(pid, columns) {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim();
  } catch {
    return '';
  }
}

/**
 * Resolves to true once nothing runs under the pid, or to false when the time is up.
 *
 * @param {number} pid
 * @param {number} milliseconds
 * @returns {Promise<boolean>}
 */
export async function hasEnded(pid, milliseconds) {
  const deadline = Date.now() + milliseconds;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
