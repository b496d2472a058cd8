import { readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';

/** Reads a text kept in a private file (mode 0600), making it up at the first call. */
export function storedText(path: string, invent: () => string): string {
  return readIfPresent(path) ?? storeText(path, invent());
}

/** Writes a text into a private file (mode 0600) and returns it. */
export function storeText(path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o600 });
  return text;
}

/** 144 random bits that may stand in a URL as they are. */
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
