import { createHash, createPrivateKey, hkdfSync, sign as signBytes, type KeyObject } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { type Config } from '../../platform/config/config.ts';
import { ConfigError } from '../../platform/config/variables.ts';
import { readKeySet, type KeySet, type SealingKey, type SignatureKey } from './key-set.ts';
import { sealingWith, type Sealing } from '../../platform/sealing.ts';
import { VerifiedTokens } from './verified-tokens.ts';

export interface TokenKeys extends Sealing {
  /** Adds the claim `iss`. */
  sign(claims: JWTPayload): Promise<string>;
  /** Gives the same token in every process (RFC 6979). */
  signAlike(claims: JWTPayload): string;
  /**
   * Refuses expired tokens, users' tokens of other issuers, and keys used with another algorithm. Returns the claims
   * without metadata.
   * @throws jose's JOSEError
   */
  verify(token: string): Promise<JWTPayload>;
  /** The result of an earlier `verify`, if the token is still valid. */
  recall(token: string): JWTPayload | undefined;
  readonly jwks: JSONWebKeySet;
  /** A warning about something that a deployment would refuse; null if there is none. */
  readonly warning: string | null;
}

export const AUDIENCE = 'authenticated';

/** Also the issuer in its tokens. */
export function authBaseUrl(config: Config): string {
  return `${config.siteUrl}/auth/v1`;
}

/** @throws ConfigError if AUTH_JWT_KEYS can't be used */
export async function loadKeys(config: Config, clock: Clock): Promise<TokenKeys> {
  const set = await readKeySet(config);
  const signatureKeys = await Promise.all(set.keys.filter(isSignatureKey).map(withKid));
  const signingKey = onlySigningKey(signatureKeys);
  const warning = weaknessOf(signingKey, LEAST_RSA_BITS);
  const refusal = weaknessOf(signingKey, config.deployed ? LEAST_RSA_BITS : LEAST_RSA_BITS_ON_TRIAL);
  if (refusal !== null) throw new ConfigError(refusal);
  const signer = signerOf(signingKey);
  const verifiers = new Map(await Promise.all(signatureKeys.map(verifierOf)));
  const issuer = authBaseUrl(config);
  const verified = new VerifiedTokens();
  return {
    ...sealingWith(sealingRing(set)),
    jwks: { keys: signatureKeys.map(publicJwk) },
    warning,
    async sign(claims) {
      return signCompact(signer, { ...claims, iss: issuer });
    },
    signAlike(claims) {
      return signDeterministically(signer, { ...claims, iss: issuer });
    },
    recall: (token) => verified.find(token, clock.now()),
    async verify(token) {
      const known = verified.find(token, clock.now());
      if (known) return known;
      const { kid } = decodeProtectedHeader(token);
      const verifier = verifiers.get(kid ?? '');
      if (!verifier) throw new errors.JWTInvalid('unrecognized key id');
      const { payload } = await jwtVerify(token, verifier.key, {
        algorithms: [verifier.alg],
        currentDate: clock.now(),
      });
      const isOurs = payload.iss === undefined || payload.iss === issuer;
      if (!isOurs && !isServiceToken(payload)) throw new errors.JWTInvalid('issued by somebody else');
      return verified.add(token, payload);
    },
  };
}

/** Accepted with any issuer, since it is signed with our key (rules/auth-wire 20). */
export function isServiceToken({ role }: JWTPayload): boolean {
  return role === 'service_role' || role === 'supabase_admin';
}

/**
 * Ids of the keys that open data encrypted at rest.
 * @throws ConfigError for an unusable set
 */
export function sealingKeyIds(set: KeySet): readonly string[] {
  return sealingWith(sealingRing(set)).keyIds;
}

type NamedKey = SignatureKey & { kid: string };

function isSignatureKey(key: KeySet['keys'][number]): key is SignatureKey {
  return key.kty !== 'oct';
}

async function withKid(key: SignatureKey): Promise<NamedKey> {
  return { ...key, kid: key.kid ?? (await calculateJwkThumbprint(publicNumbers(key))) };
}

/** 128 bits of security, the same as P-256. */
const LEAST_RSA_BITS = 3072;
/** The size that other servers generate. Allowed for a shop on loopback that uses their keys. */
const LEAST_RSA_BITS_ON_TRIAL = 2048;

function weaknessOf(key: NamedKey, leastBits: number): string | null {
  if (key.kty !== 'RSA' || Buffer.from(key.n, 'base64url').length * 8 >= leastBits) return null;
  return `AUTH_JWT_KEYS signs with an RSA key of fewer than ${leastBits} bits: let an ES256 key sign, and give this one "verify" alone for an hour.`;
}

function onlySigningKey(keys: NamedKey[]): NamedKey {
  const signers = keys.filter((key) => key.d !== undefined && (key.key_ops?.includes('sign') ?? true));
  const [key] = signers;
  if (!key || signers.length > 1) {
    throw new ConfigError(
      `AUTH_JWT_KEYS has ${signers.length} private keys with the key_op "sign": it must have exactly one; give the others "verify" alone.`,
    );
  }
  return key;
}

function signerOf(key: NamedKey): Signer {
  const { kid, alg, key_ops: _ops, ...numbers } = key;
  return {
    header: encodePart({ alg, kid, typ: 'JWT' }),
    key: createPrivateKey({ key: numbers, format: 'jwk' }),
    privateNumber: privateNumberOf(key),
  };
}

interface Signer {
  readonly header: string;
  readonly key: KeyObject;
  readonly privateNumber: Uint8Array | null;
}

/** A compact JWS (RFC 7515 §3.1) takes 0.04 ms; jose's WebCrypto takes 0.12 ms and waits behind password hashes. */
function signCompact({ header, key }: Signer, claims: JWTPayload): string {
  const signed = `${header}.${encodePart(claims)}`;
  const signature = signBytes('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function privateNumberOf({ kty, d = '' }: NamedKey): Uint8Array | null {
  return kty === 'EC' ? new Uint8Array(Buffer.from(d, 'base64url')) : null;
}

/** Building the tables takes 40 ms, too long for the single signature at start. */
p256.Point.BASE.precompute(1);

function signDeterministically(signer: Signer, claims: JWTPayload): string {
  if (signer.privateNumber === null) return signCompact(signer, claims);
  const signed = `${signer.header}.${encodePart(claims)}`;
  const signature = p256.sign(new TextEncoder().encode(signed), signer.privateNumber, { lowS: false });
  return `${signed}.${Buffer.from(signature).toString('base64url')}`;
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

async function verifierOf(key: NamedKey) {
  return [key.kid, { alg: key.alg, key: await importJWK(publicNumbers(key), key.alg) }] as const;
}

function publicJwk(key: NamedKey) {
  return { ...publicNumbers(key), kid: key.kid, alg: key.alg, use: 'sig', key_ops: ['verify'] };
}

function publicNumbers(key: SignatureKey) {
  return key.kty === 'EC' ? { kty: key.kty, crv: key.crv, x: key.x, y: key.y } : { kty: key.kty, n: key.n, e: key.e };
}

function sealingRing(set: KeySet): [Buffer, ...Buffer[]] {
  const own = set.keys
    .filter((key): key is SealingKey => key.kty === 'oct')
    .map((key) => Buffer.from(key.k, 'base64url'));
  if (own.some((key) => key.length !== 32)) {
    throw new ConfigError(
      'AUTH_JWT_KEYS has an "oct" key that is not 32 bytes long: the key that encrypts at rest must be.',
    );
  }
  const signingFirst = set.keys.filter(isSignatureKey).sort((a, b) => Number(canSign(b)) - Number(canSign(a)));
  const derived = signingFirst.flatMap((key) => (key.d === undefined ? [] : [deriveSealingKey(key.d)]));
  const [first, ...rest] = [...own, ...derived];
  if (!first) throw new ConfigError('AUTH_JWT_KEYS has no private key: nothing could be signed.');
  return [first, ...rest];
}

function canSign(key: SignatureKey): boolean {
  return key.key_ops?.includes('sign') ?? true;
}

function deriveSealingKey(privateNumber: string): Buffer {
  const salt = createHash('sha256').update('dead-letter-club').digest();
  return Buffer.from(hkdfSync('sha256', Buffer.from(privateNumber, 'base64url'), salt, 'sealing at rest', 32));
}
