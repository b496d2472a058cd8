-- The SQL renames of rename.tsv, for a database with the migrations 0000-0025 of d651fee. To be folded into the two files of 1.0.
ALTER TABLE "provider_subscriptions" RENAME TO "stripe_subscriptions";--> statement-breakpoint
ALTER TABLE "stripe_subscriptions" RENAME COLUMN "provider_cancel_at" TO "stripe_cancel_at";--> statement-breakpoint
ALTER TABLE "stripe_subscriptions" RENAME CONSTRAINT "provider_subscriptions_subscription_id_subscriptions_id_fk" TO "stripe_subscriptions_subscription_id_subscriptions_id_fk";--> statement-breakpoint
ALTER TRIGGER "provider_subscriptions_announced" ON "stripe_subscriptions" RENAME TO "stripe_subscriptions_announced";--> statement-breakpoint
ALTER FUNCTION "announce_provider_state"() RENAME TO "announce_stripe_state";--> statement-breakpoint
ALTER TABLE "handed_intents" RENAME TO "issued_intents";--> statement-breakpoint
ALTER TABLE "issued_intents" RENAME COLUMN "handed_at" TO "issued_at";--> statement-breakpoint
ALTER TABLE "issued_intents" RENAME CONSTRAINT "handed_intents_user_id_users_id_fk" TO "issued_intents_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "handed_intents_user_idx" RENAME TO "issued_intents_user_idx";--> statement-breakpoint
ALTER INDEX "handed_intents_network_idx" RENAME TO "issued_intents_network_idx";--> statement-breakpoint
ALTER TABLE "mail_holds" RENAME TO "delivery_holds";--> statement-breakpoint
ALTER TABLE "delivery_holds" RENAME CONSTRAINT "mail_holds_letter_check" TO "delivery_holds_letter_check";--> statement-breakpoint
ALTER TABLE "delivery_holds" RENAME CONSTRAINT "mail_holds_subscription_id_subscriptions_id_fk" TO "delivery_holds_subscription_id_subscriptions_id_fk";--> statement-breakpoint
ALTER INDEX "mail_holds_subscription_idx" RENAME TO "delivery_holds_subscription_idx";--> statement-breakpoint
ALTER INDEX "mail_holds_open_idx" RENAME TO "delivery_holds_open_idx";--> statement-breakpoint
ALTER TRIGGER "mail_holds_announced_insert" ON "delivery_holds" RENAME TO "delivery_holds_announced_insert";--> statement-breakpoint
ALTER TRIGGER "mail_holds_announced_update" ON "delivery_holds" RENAME TO "delivery_holds_announced_update";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "mail_held_at" TO "dispute_held_at";--> statement-breakpoint
ALTER TABLE "emails_out" RENAME TO "email_outbox";--> statement-breakpoint
ALTER TABLE "email_outbox" RENAME CONSTRAINT "emails_out_dedupe_key" TO "email_outbox_dedupe_key";--> statement-breakpoint
ALTER INDEX "emails_out_unsent_idx" RENAME TO "email_outbox_unsent_idx";--> statement-breakpoint
ALTER INDEX "emails_out_recipient_idx" RENAME TO "email_outbox_recipient_idx";--> statement-breakpoint
ALTER INDEX "emails_out_dedupe_prefix_idx" RENAME TO "email_outbox_dedupe_prefix_idx";--> statement-breakpoint
ALTER TABLE "card_holders" RENAME TO "card_snapshots";--> statement-breakpoint
ALTER TABLE "card_snapshots" RENAME CONSTRAINT "card_holders_customer_key" TO "card_snapshots_customer_key";--> statement-breakpoint
ALTER TABLE "card_snapshots" RENAME CONSTRAINT "card_holders_user_id_users_id_fk" TO "card_snapshots_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "told_at" TO "notified_at";--> statement-breakpoint
ALTER TABLE "disputes" RENAME COLUMN "told_at" TO "read_at";--> statement-breakpoint
ALTER TABLE "mailing_batches" RENAME COLUMN "mailed_through" TO "notified_through";--> statement-breakpoint
ALTER TABLE "mailing_pieces" RENAME CONSTRAINT "mailing_pieces_posted_check" TO "mailing_pieces_handed_over_check";--> statement-breakpoint
ALTER FUNCTION "keep_mailing_events"() RENAME TO "refuse_mailing_event_change";--> statement-breakpoint
ALTER FUNCTION "keep_operator_log"() RENAME TO "refuse_operator_log_change";--> statement-breakpoint
ALTER FUNCTION "keep_address_version"() RENAME TO "record_address_version";--> statement-breakpoint
ALTER TRIGGER "shipping_addresses_keep_version" ON "shipping_addresses" RENAME TO "shipping_addresses_record_version";
