// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The files that git tracks or would track. @param {string} folder @param {RegExp} pattern */
export function trackedFiles(folder, pattern) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\n'))].filter((file) => pattern.test(file) && existsSync(file));
}
