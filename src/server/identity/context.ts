import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Address } from '../../domain/address.ts';
import type { PlatformContext } from '../platform/context.ts';
import type { Db, Transaction } from '../platform/db/database.ts';
import type { TokenKeys } from './keys/keys.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { UserRow } from './schema.ts';

export interface IdentityContext extends PlatformContext {
  readonly keys: TokenKeys;
  readonly liveSessions: LiveSessions;
  readonly accountHooks: AccountHooks;
}

export interface ConfirmedAccount {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string | null;
  readonly shippingAddress: Address | null;
}

/** Changes by the layers above in the transaction that changes an account. `openContext` connects them. */
export interface AccountHooks {
  /** A repeated call for the same account changes nothing. */
  readonly confirmed: (ctx: IdentityContext, tx: Transaction, account: ConfirmedAccount) => Promise<void>;
  readonly emailChanged: (ctx: IdentityContext, tx: Transaction, userId: string, email: string) => Promise<void>;
  readonly emailRemoved: (tx: Transaction, userId: string, email: string, now: Date) => Promise<void>;
  /** @throws if a purchase still refers to the row */
  readonly deleted: (tx: Transaction, userId: string) => Promise<void>;
  /**
   * `retainRow` keeps an empty row.
   * @returns the reason for a refusal, otherwise the account as it was
   */
  readonly erase: (
    ctx: IdentityContext,
    tx: Transaction,
    userId: string,
    options: { readonly retainRow: boolean },
  ) => Promise<UserRow | 'gone' | 'in use'>;
  /** The owner's current name, or null. */
  readonly findName: (db: Db, userId: string) => Promise<string | null>;
  /** An SQL condition. */
  readonly isCustomer: (userId: PgColumn) => SQL;
}
