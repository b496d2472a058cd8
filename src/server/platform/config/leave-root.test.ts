import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRoot } from '../../../../launch/lock.mjs';
import { leaveRoot } from './leave-root.ts';

const LEAVING = `
  import { leaveRoot } from './src/server/platform/config/leave-root.ts';
  const [config, code] = JSON.parse(process.env.LEAVING);
  try {
    leaveRoot(config, code);
    let back = 'root again';
    try { process.setuid(0); } catch { back = 'no way back'; }
    console.log(process.getuid(), process.getgid(), process.getgroups().join(), back);
  } catch (error) {
    console.log(error.message);
  }`;

function leave(config: object, code = '/'): string {
  const env = { PATH: process.env['PATH'], LEAVING: JSON.stringify([config, code]) };
  const args = ['--import', 'tsx', '--input-type=module', '-e', LEAVING];
  return spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout.trim();
}

// Only root can give up rights.
test.runIf(isRoot())('a deployed server that was started as root goes on without its rights, for good', () => {
  const folder = mkdtempSync(join(tmpdir(), 'private-'));
  const settings = { runAs: null, deployed: true, dataDir: folder };
  expect(leave(settings)).toBe('65534 65534 65534 no way back');
  expect(leave({ ...settings, runAs: { uid: 1234, gid: 1235 }, deployed: false })).toBe('1234 1235 1235 no way back');
  expect(leave(settings, folder)).toContain(`account 65534, which cannot read ${folder}: let it`);
  expect(leaveRoot({ ...settings, deployed: false })).toBeNull();
  rmSync(folder, { recursive: true });
});
