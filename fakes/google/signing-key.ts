import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** The key under `dataDir` (mode 0600), made at the first call. */
export async function openSigningKey(dataDir?: string): Promise<SigningKey> {
  if (dataDir === undefined) return toSigningKey(await newKey());
  const path = join(dataDir, 'signing-key.json');
  return toSigningKey((await readKey(path)) ?? (await storeKey(path, await newKey())));
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return exportJWK(privateKey);
}

/** An empty file counts as absent: a full disk makes such files. */
async function readKey(path: string): Promise<JWK | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    return text === '' ? undefined : (JSON.parse(text) as JWK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A rename, so that a kill leaves no half-written key. */
async function storeKey(path: string, key: JWK): Promise<JWK> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(key), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return key;
}

async function toSigningKey(jwk: JWK): Promise<SigningKey> {
  const kid = await calculateJwkThumbprint(jwk);
  const { kty, n, e } = jwk;
  if (!kty || !n || !e) throw new Error('The signing key is not an RSA key.');
  const privateKey = await importJWK(jwk, 'RS256');
  if (privateKey instanceof Uint8Array) throw new Error('The signing key is not an RSA key.');
  return { kid, privateKey, publicJwk: { kty, n, e, kid, alg: 'RS256', use: 'sig' } };
}
