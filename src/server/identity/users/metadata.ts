import { invalid } from '../wire/errors.ts';

export type Metadata = Record<string, unknown>;

/** It travels in every access token, and Node refuses requests whose headers exceed 16 kB. */
const METADATA_LIMIT = 4096;

/**
 * Merges key by key; null deletes (rules/auth-wire 15). What sign-in itself has added beyond the limit is nobody's fault: only what makes
 * the whole larger is refused.
 * @throws AuthError validation_failed
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

/** What an identity of provider `email` says about its owner, and user_metadata with it. */
export function emailClaims(userId: string, email: string, verified: boolean): Metadata {
  return { sub: userId, email, email_verified: verified, phone_verified: false };
}

const FULL_NAME_LIMIT = 100;

/** The name for the profile; anything but a name is nobody's. */
export function fullNameIn(metadata: Metadata): string | null {
  const name = metadata['full_name'] ?? metadata['name'];
  if (typeof name !== 'string') return null;
  // Half of a character cannot be stored.
  return (
    name
      .trim()
      .slice(0, FULL_NAME_LIMIT)
      .replace(/\p{Surrogate}$/u, '') || null
  );
}
