import type { Placeholder, SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Stripe } from 'stripe';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { LetterSpan } from '../../domain/letters-in-words.ts';
import type { CustomersContext } from '../customers/context.ts';
import type { Handler, SignedInCall } from '../identity/serve.ts';
import type { Db, Transaction } from '../platform/db/database.ts';
import type { subscriptions } from './schema.ts';

/** Calls from `commerce` to the mailing ledger of `fulfilment`; `openContext` connects them. */
export interface MailingLedger {
  readonly firstMailingOn: (db: Db, subscriptionId: string) => Promise<CalendarDate | null>;
  readonly lettersToCome: (
    db: Db,
    subscription: typeof subscriptions.$inferSelect,
    now: Date,
  ) => Promise<LetterSpan | null>;
  readonly lettersToComeOf: (
    db: Db,
    of: readonly (typeof subscriptions.$inferSelect)[],
    now: Date,
  ) => Promise<ReadonlyMap<string, LetterSpan>>;
  readonly firstMailing: (subscriptionId: PgColumn) => SQL<CalendarDate | null>;
  readonly lettersReceived: (subscriptionId: PgColumn, today: string | Placeholder) => SQL<number>;
  readonly lettersHandedOver: (subscriptionId: PgColumn) => SQL<number>;
  readonly firstLetterDueOn: (subscriptionId: PgColumn, today: string | Placeholder) => SQL<CalendarDate | null>;
  readonly isFirstLetterFrozen: (subscriptionId: PgColumn) => SQL<boolean>;
  readonly isFirstLetterPrinted: (subscriptionId: PgColumn) => SQL<boolean>;
  readonly recordEarlierLetters: (
    tx: Transaction,
    subscription: typeof subscriptions.$inferSelect,
    letters: number,
    now: Date,
  ) => Promise<void>;
  /** False if the card is already printed (rules/gifts 23). */
  readonly correctMessageCard: (tx: Transaction, subscriptionId: string, message: string | null) => Promise<boolean>;
}

export interface CommerceContext extends CustomersContext {
  readonly stripe: Stripe;
  readonly ledger: MailingLedger;
}

export type CommerceCall<E extends Endpoint> = SignedInCall<E, CommerceContext>;

export type CommerceHandler<E extends Endpoint> = Handler<E, CommerceContext>;
