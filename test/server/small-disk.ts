import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of 64 kB, full from the start. @returns null where this account may not mount one */
export function mountFullDisk() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  const ballast = join(path, 'ballast');
  try {
    writeFileSync(ballast, Buffer.alloc(128 * 1024));
  } catch {
    // The disk is full, as it should be.
  }
  return {
    path,
    free: () => rmSync(ballast),
    unmount() {
      // Lazily: a process that a failed test has left may still hold its log open.
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}
