import { readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';

/** Reads a private file (mode 0600), which the first call writes. */
export function storedText(path: string, invent: () => string): string {
  return readIfPresent(path) ?? storeText(path, invent());
}

export function storeText(path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o600 });
  return text;
}

/** 144 random bits, safe in a URL. */
export function randomSecret(): string {
  return randomBytes(18).toString('base64url');
}

export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
