import { randomBytes } from 'node:crypto';
import type { Account } from './accounts.ts';
import type { AuthorizationRequest } from './authorization.ts';

export interface Grant {
  readonly account: Account;
  readonly request: AuthorizationRequest;
}

export interface GrantStore {
  store(grant: Grant): string;
  find(name: string): Grant | undefined;
  /** Finds a grant once. */
  take(name: string): Grant | undefined;
}

/** `now` is in milliseconds since 1970. */
export function grantStore(prefix: string, lifetimeSeconds: number, now: () => number): GrantStore {
  /** Oldest first, since all live equally long. */
  const stored = new Map<string, { grant: Grant; expiresAt: number }>();

  function deleteExpired(): void {
    for (const [name, { expiresAt }] of stored) {
      if (expiresAt > now()) return;
      stored.delete(name);
    }
  }
  function find(name: string): Grant | undefined {
    deleteExpired();
    return stored.get(name)?.grant;
  }

  return {
    store(grant) {
      deleteExpired();
      const name = prefix + randomBytes(32).toString('base64url');
      stored.set(name, { grant, expiresAt: now() + lifetimeSeconds * 1000 });
      return name;
    },
    find,
    take(name) {
      const grant = find(name);
      stored.delete(name);
      return grant;
    },
  };
}
