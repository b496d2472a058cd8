import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Address } from '../../domain/address.ts';
import type { PlatformContext } from '../platform/context.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { TokenKeys } from './keys/keys.ts';
import type { UserRow } from './rows.ts';

/** What identity and `customers` are given. */
export interface IdentityContext extends PlatformContext {
  readonly keys: TokenKeys;
  readonly accountHooks: AccountHooks;
}

/** An account whose address has been confirmed. */
export interface ConfirmedAccount {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string | null;
  /** As it was typed at sign-up; null for an account opened in another way. */
  readonly shippingAddress: Address | null;
}

/** What the layers above do when an account changes, in the transaction that changes it. `openContext` connects them. */
export interface AccountHooks {
  /** The address was confirmed; called again for the same account it changes nothing. */
  readonly confirmed: (ctx: IdentityContext, tx: Transaction, account: ConfirmedAccount) => Promise<void>;
  /** The account has a new confirmed address. */
  readonly emailChanged: (ctx: IdentityContext, tx: Transaction, userId: string, email: string) => Promise<void>;
  /** The account's row stays, with an address at which nothing arrives. */
  readonly emailRemoved: (tx: Transaction, userId: string, email: string, now: Date) => Promise<void>;
  /** The account's row is about to be deleted. @throws when a purchase still refers to it */
  readonly deleted: (tx: Transaction, userId: string) => Promise<void>;
  /** Erases the account and what hangs on it; `retainRow` leaves the empty account. @returns why not, else the account as it was */
  readonly erase: (
    ctx: IdentityContext,
    tx: Transaction,
    userId: string,
    options: { readonly retainRow: boolean },
  ) => Promise<UserRow | 'gone' | 'in use'>;
  /** A condition in SQL: whether the shop knows the user with this id as a customer. */
  readonly isCustomer: (userId: PgColumn) => SQL;
}
