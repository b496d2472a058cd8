import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod/mini';
import { type Config } from '../../platform/config/config.ts';
import { ConfigError } from '../../platform/config/variables.ts';

const keyOps = z.exactOptional(z.array(z.string()));
const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/));

const signatureKey = z.union([
  z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: base64url,
    y: base64url,
    d: z.exactOptional(base64url),
    kid: z.exactOptional(z.string()),
    alg: z._default(z.literal('ES256'), 'ES256'),
    key_ops: keyOps,
  }),
  z.object({
    kty: z.literal('RSA'),
    n: base64url,
    e: base64url,
    d: z.exactOptional(base64url),
    p: z.exactOptional(base64url),
    q: z.exactOptional(base64url),
    dp: z.exactOptional(base64url),
    dq: z.exactOptional(base64url),
    qi: z.exactOptional(base64url),
    kid: z.exactOptional(z.string()),
    alg: z._default(z.literal('RS256'), 'RS256'),
    key_ops: keyOps,
  }),
]);
/** The key for encryption at rest, which is kept longer than the signing keys. */
const sealingKey = z.object({ kty: z.literal('oct'), k: base64url, kid: z.exactOptional(z.string()), key_ops: keyOps });

const keySet = z.object({ keys: z.array(z.union([signatureKey, sealingKey])) });

export type SignatureKey = z.output<typeof signatureKey>;
export type SealingKey = z.output<typeof sealingKey>;
export type KeySet = z.output<typeof keySet>;

export async function readKeySet(config: Config): Promise<KeySet> {
  const { jwtKeys } = config.auth;
  return jwtKeys === null ? parseKeySet(await readOrCreate(config.dataDir)) : await readNamedKeySet(jwtKeys);
}

/**
 * @param jwtKeys the value of AUTH_JWT_KEYS: JSON, or a file's path
 * @throws ConfigError
 */
export async function readNamedKeySet(jwtKeys: string): Promise<KeySet> {
  return parseKeySet(jwtKeys.startsWith('{') ? jwtKeys : await readNamedFile(jwtKeys));
}

/** @throws ConfigError */
export function parseKeySet(text: string): KeySet {
  try {
    return keySet.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      'AUTH_JWT_KEYS holds something that is not a JWK set: it must be {"keys":[…]} of ES256 (P-256) or RS256 keys, and optionally one "oct" key of 32 bytes.',
    );
  }
}

/**
 * The key set that an earlier start generated; null if there is none.
 * @throws ConfigError
 */
export async function readGeneratedKeySet(dataDir: string): Promise<KeySet | null> {
  const text = await readIfPresent(join(dataDir, 'auth-keys.json'));
  return text === null ? null : parseKeySet(text);
}

async function readNamedFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new ConfigError(`AUTH_JWT_KEYS is ${JSON.stringify(path)}, which is neither JSON nor a file we can read.`);
  }
}

/**
 * A hard link appears with complete content and never replaces a file, so only one of several starting processes
 * succeeds.
 */
async function readOrCreate(dataDir: string): Promise<string> {
  const path = join(dataDir, 'auth-keys.json');
  const existing = await readIfPresent(path);
  if (existing !== null) return existing;
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(await generateKeySet(), null, 2), { mode: 0o600 });
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    // A full disk can leave an empty file, which makes the link fail.
    if ((await readIfPresent(path)) === null) await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return await readFile(path, 'utf8');
}

/** An empty file counts as missing. */
async function readIfPresent(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')) || null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function generateKeySet(): Promise<{ keys: object[] }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const signing = await exportJWK(privateKey);
  const sealing = {
    kty: 'oct',
    k: randomBytes(32).toString('base64url'),
    kid: randomUUID(),
    key_ops: ['encrypt', 'decrypt'],
  };
  return {
    keys: [{ ...signing, kid: randomUUID(), alg: 'ES256', use: 'sig', key_ops: ['sign', 'verify'] }, sealing],
  };
}
