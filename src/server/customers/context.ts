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

/** How the layers above use an address. `openContext` connects them (rules/checkout 38). */
export interface AddressUse {
  readonly isUsed: (tx: Transaction, address: OwnAddress, now: Date) => Promise<boolean>;
  /** Whether a change of the address would redirect paid letters (rules/checkout 39). */
  readonly takesPaidLetters: (tx: Transaction, address: OwnAddress, now: Date) => Promise<boolean>;
  readonly subscriptionsAt: (tx: Transaction, addressId: string) => Promise<string[]>;
  readonly isInCheckout: (tx: Transaction, addressId: string) => Promise<boolean>;
  readonly sendTo: (tx: Transaction, subscriptionId: string, addressId: string, now: Date) => Promise<void>;
  /** Called before an unused address is deleted. Removes references from ended purchases. */
  readonly release: (tx: Transaction, address: OwnAddress) => Promise<void>;
  readonly temporary: SQL;
}

export interface CustomersContext extends IdentityContext {
  readonly addressUse: AddressUse;
  /** Null if addresses aren't checked. */
  readonly addressChecker: AddressChecker | null;
}

export type CustomersHandler<E extends Endpoint> = Handler<E, CustomersContext>;
