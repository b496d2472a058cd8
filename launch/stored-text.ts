import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';

/** Reads a private file (mode 0600), which the first call writes. */
export function storedText(path: string, invent: () => string): string {
  return readIfPresent(path) ?? storeText(path, invent());
}

/** Written beside its place and renamed, so that a full disk leaves the old text or none. */
export function storeText(path: string, text: string): string {
  const draft = `${path}.draft-${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return text;
}

/** 144 random bits, safe in a URL. */
export function randomSecret(): string {
  return randomBytes(18).toString('base64url');
}

/** An empty file counts as absent: a full disk makes such files. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8') || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
