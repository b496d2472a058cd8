import { invalid } from '../wire/errors.ts';

export type Metadata = Record<string, unknown>;

/** It travels in every access token, and Node limits headers to 16 kB. */
const METADATA_LIMIT = 4096;

/**
 * Merges key by key; null deletes (rules/auth-wire 15).
 * @throws AuthError validation_failed when a change makes it too large
 */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(([key]) => !(key in changes && changes[key] === null)),
  );
  const size = sizeOf(merged);
  if (size > METADATA_LIMIT && size > sizeOf(current)) {
    throw invalid(`User metadata cannot be larger than ${METADATA_LIMIT} bytes`);
  }
  return merged;
}

function sizeOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}

export function emailClaims(userId: string, email: string, verified: boolean): Metadata {
  return { sub: userId, email, email_verified: verified, phone_verified: false };
}

const FULL_NAME_LIMIT = 100;

export function fullNameIn(metadata: Metadata): string | null {
  const name = metadata['full_name'] ?? metadata['name'];
  if (typeof name !== 'string') return null;
  return (
    name
      .trim()
      .slice(0, FULL_NAME_LIMIT)
      .replace(/\p{Surrogate}$/u, '') || null
  );
}
