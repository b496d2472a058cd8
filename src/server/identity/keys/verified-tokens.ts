import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';

/** An entry takes about 1,000 bytes. */
const CAPACITY = 1_000;

/** Other claims, above all metadata, may take ten times as much memory. */
const CLAIMS_READ = ['iss', 'sub', 'aud', 'exp', 'role', 'email', 'session_id', 'aal', 'second_step'];

/** Caches valid tokens, since checking a signature takes 0.3 ms, more than the rest of reading an account. */
export class VerifiedTokens {
  /** Claims by the token's hash, oldest first. */
  readonly #claims = new Map<string, JWTPayload>();

  find(token: string, now: Date): JWTPayload | undefined {
    const key = hashOf(token);
    const claims = this.#claims.get(key);
    if (claims?.exp === undefined || claims.exp * 1000 > now.getTime()) return claims;
    this.#claims.delete(key);
    return undefined;
  }

  /** @returns the claims that are cached: those that callers read */
  add(token: string, payload: JWTPayload): JWTPayload {
    const claims: JWTPayload = {};
    for (const name of CLAIMS_READ) if (payload[name] !== undefined) claims[name] = payload[name];
    this.#claims.set(hashOf(token), claims);
    const [oldest] = this.#claims.keys();
    if (this.#claims.size > CAPACITY && oldest !== undefined) this.#claims.delete(oldest);
    return claims;
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64');
}
