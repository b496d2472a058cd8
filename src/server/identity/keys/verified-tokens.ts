import type { JWTPayload } from 'jose';

/** A token is some 700 bytes. */
const CAPACITY = 5_000;

/** Checking a signature takes 0.3 ms, more than the rest of reading an account. Only good tokens get in. */
export class VerifiedTokens {
  /** Oldest first. */
  readonly #claims = new Map<string, JWTPayload>();

  find(token: string, now: Date): JWTPayload | undefined {
    const claims = this.#claims.get(token);
    if (claims?.exp === undefined || claims.exp * 1000 > now.getTime()) return claims;
    this.#claims.delete(token);
    return undefined;
  }

  add(token: string, claims: JWTPayload): void {
    this.#claims.set(token, claims);
    const [oldest] = this.#claims.keys();
    if (this.#claims.size > CAPACITY && oldest !== undefined) this.#claims.delete(oldest);
  }
}
