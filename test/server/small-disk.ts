import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A size of 0 would mean no limit. */
const SPARE_KILOBYTES = 64;

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>;

/** A file system of 64 kB, full from the start. @returns null where this account may not mount one */
export function mountFullDisk() {
  const disk = mountSmallDisk(64);
  disk?.fill();
  return disk;
}

/** An empty file system of that many kilobytes. @returns null where this account may not mount one */
export function mountSmallDisk(kilobytes: number) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=755`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  const ballast = join(path, 'ballast');
  const resize = (size: number) => execFileSync('mount', ['-o', `remount,size=${size}k`, path], { stdio: 'ignore' });
  /** Makes the disk smaller, since filling it would use memory. */
  const leaveRoom = (room: number) => {
    const { blocks, bfree, bsize } = statfsSync(path);
    resize(Math.min(kilobytes, ((blocks - bfree) * bsize) / 1024 + room));
  };
  return {
    path,
    leaveRoom,
    /** To the last byte. */
    fill() {
      leaveRoom(SPARE_KILOBYTES);
      writeUntilFull(ballast);
    },
    free() {
      resize(kilobytes);
      rmSync(ballast, { force: true });
    },
    unmount() {
      // Lazily: a process that a failed test has left may still hold its log open.
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const block = Buffer.alloc(64 * 1024); ;) writeSync(file, block);
  } catch {
    // The disk is full, as it should be.
  } finally {
    closeSync(file);
  }
}
