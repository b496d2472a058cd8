import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/db/columns.ts';
import { disputes } from './billing-schema.ts';
import { subscriptionId } from './schema.ts';

export type EvidenceFields = Readonly<Record<string, string>>;

/** Written before Stripe is called (rules/money 57). */
export const disputeResponses = pgTable('dispute_responses', {
  stripeDisputeId: text('stripe_dispute_id')
    .primaryKey()
    .references(() => disputes.stripeDisputeId, { onDelete: 'cascade' }),
  subscriptionId: subscriptionId(),
  /** Null if the dispute is accepted, which submits no evidence. */
  stripeFileId: text('stripe_file_id'),
  /** Null once it is submitted. */
  evidence: jsonb('evidence').$type<EvidenceFields>(),
  explanation: text('explanation'),
  operator: text('operator').notNull(),
  askedAt: instant('asked_at').notNull(),
  submittedAt: instant('submitted_at'),
});
