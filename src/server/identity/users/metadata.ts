import { cleanLine } from '../../../domain/typed-text.ts';
import { invalid } from '../auth-error.ts';

export type Metadata = Record<string, unknown>;

/** Every access token contains the metadata, and Node limits headers to 16 kB. */
const METADATA_LIMIT = 4096;

/**
 * Merges single keys; null deletes a key (rules/auth-wire 15).
 * @throws AuthError validation_failed if the result is larger than before and too large
 */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(([key]) => !(key in changes && changes[key] === null)),
  );
  if (sizeOf(merged) > sizeOf(current)) refuseLarge(merged);
  return merged;
}

/**
 * The metadata of a new account, unchanged.
 * @throws AuthError validation_failed if it is too large
 */
export function givenMetadata(given: Metadata = {}): Metadata {
  refuseLarge(given);
  return given;
}

function refuseLarge(metadata: Metadata): void {
  if (sizeOf(metadata) <= METADATA_LIMIT) return;
  throw invalid(`User metadata cannot be larger than ${METADATA_LIMIT} bytes`);
}

function sizeOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}

export function emailClaims(userId: string, email: string, verified: boolean): Metadata {
  return { sub: userId, email, email_verified: verified, phone_verified: false };
}

interface Described {
  readonly id: string;
  readonly email: string;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
}

/**
 * Whether the account has the standard claims. An account made by an admin call has only the metadata it was given
 * (rules/auth-wire 56).
 */
export function carriesClaims({ id, appMetadata: { providers }, userMetadata }: Described): boolean {
  return userMetadata['sub'] === id || (Array.isArray(providers) && providers.includes('google'));
}

export function metadataGivenTo(user: Described): Metadata {
  if (!carriesClaims(user)) return user.userMetadata;
  const ours = Object.keys(emailClaims(user.id, user.email, true));
  return Object.fromEntries(Object.entries(user.userMetadata).filter(([key]) => !ours.includes(key)));
}

/**
 * If the metadata contains the account's address, that is changed too; other metadata stays unchanged (rules/auth-wire
 * 56).
 */
export function metadataMovedTo(email: string, user: Described, verified: { email_verified?: true } = {}): Metadata {
  const { userMetadata } = user;
  const repeatsAddress = carriesClaims(user) || userMetadata['email'] === user.email;
  return repeatsAddress ? { ...userMetadata, email, ...verified } : userMetadata;
}

const NAMES = ['full_name', 'name'] as const;

export function withCleanNames(data: Metadata): Metadata {
  const cleaned = NAMES.flatMap((key) => {
    const name = data[key];
    return typeof name === 'string' ? [[key, cleanLine(name)] as const] : [];
  });
  return { ...data, ...Object.fromEntries(cleaned) };
}

const FULL_NAME_LIMIT = 100;

export function fullNameIn(metadata: Metadata): string | null {
  const name = metadata['full_name'] ?? metadata['name'];
  if (typeof name !== 'string') return null;
  return (
    cleanLine(name)
      .slice(0, FULL_NAME_LIMIT)
      .replace(/\p{Surrogate}$/u, '')
      .trim() || null
  );
}
