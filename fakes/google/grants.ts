import { randomBytes } from 'node:crypto';
import type { Account } from './accounts.ts';
import type { AuthorizationRequest } from './authorization.ts';

/** What a person has allowed. */
export interface Grant {
  readonly account: Account;
  readonly request: AuthorizationRequest;
}

/** Grants behind unguessable names, for a while. */
export interface GrantStore {
  /** Returns the name. */
  keep(grant: Grant): string;
  find(name: string): Grant | undefined;
  /** As `find`, and never again. */
  take(name: string): Grant | undefined;
}

/** `prefix` begins each name; `now` is in milliseconds since 1970. */
export function grantStore(prefix: string, lifetimeSeconds: number, now: () => number): GrantStore {
  /** Oldest first, since all live equally long. */
  const kept = new Map<string, { grant: Grant; expiresAt: number }>();

  function forgetExpired(): void {
    for (const [name, { expiresAt }] of kept) {
      if (expiresAt > now()) return;
      kept.delete(name);
    }
  }
  function find(name: string): Grant | undefined {
    forgetExpired();
    return kept.get(name)?.grant;
  }

  return {
    keep(grant) {
      forgetExpired();
      const name = prefix + randomBytes(32).toString('base64url');
      kept.set(name, { grant, expiresAt: now() + lifetimeSeconds * 1000 });
      return name;
    },
    find,
    take(name) {
      const grant = find(name);
      kept.delete(name);
      return grant;
    },
  };
}
