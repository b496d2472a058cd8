import type { SQL } from 'drizzle-orm';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { IdentityContext } from '../identity/context.ts';
import type { Handler } from '../identity/serve.ts';
import type { AddressChecker } from './address-checker.ts';
import type { Transaction } from '../platform/db/database.ts';

export interface OwnAddress {
  readonly id: string;
  readonly userId: string | null;
  readonly isDefault: boolean;
}

/** What the layers above know about an address's use; `openContext` connects them (rules/checkout 38). */
export interface AddressUse {
  readonly isUsed: (tx: Transaction, address: OwnAddress, now: Date) => Promise<boolean>;
  /** Whether something paid for would change with it (rules/checkout 39). */
  readonly takesPaidLetters: (tx: Transaction, address: OwnAddress, now: Date) => Promise<boolean>;
  readonly subscriptionsAt: (tx: Transaction, addressId: string) => Promise<string[]>;
  /** Whether an open checkout names it. */
  readonly isInCheckout: (tx: Transaction, addressId: string) => Promise<boolean>;
  /** From now on the subscription's letters go to that address. */
  readonly sendTo: (tx: Transaction, subscriptionId: string, addressId: string, now: Date) => Promise<void>;
  /** Before an unused address is deleted: what is over with no longer names it. */
  readonly release: (tx: Transaction, address: OwnAddress) => Promise<void>;
  /** Rows with the columns of an address and `updated_at`: those that letters go to for a while. */
  readonly temporary: SQL;
}

export interface CustomersContext extends IdentityContext {
  readonly addressUse: AddressUse;
  /** Null: addresses stay as they are typed. */
  readonly addressChecker: AddressChecker | null;
}

export type CustomersHandler<E extends Endpoint> = Handler<E, CustomersContext>;
