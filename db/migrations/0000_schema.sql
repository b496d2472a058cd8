CREATE SCHEMA "auth";
--> statement-breakpoint
CREATE TABLE "card_failures" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_snapshots" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"set_up_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "card_snapshots_customer_key" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "cards_on_file" (
	"payment_method_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" smallint NOT NULL,
	"exp_year" smallint NOT NULL,
	"is_default" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "compared_until" (
	"list" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"stripe_dispute_id" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "issued_intents" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"purpose" text NOT NULL,
	"stripe_subscription_id" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"stripe_refund_id" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"stripe_invoice_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"notified_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"gift_id" uuid,
	"plan_type" text NOT NULL,
	"shipping_address_id" uuid NOT NULL,
	"promotion_code_id" text,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"payment_method_id" text NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"stripe_subscription_id" text,
	"subscription_attempt" integer,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checkouts_subscription_key" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "checkouts_plan_check" CHECK ("checkouts"."plan_type" in ('monthly', 'annual')),
	CONSTRAINT "checkouts_status_check" CHECK ("checkouts"."status" in ('pending', 'paid', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "gift_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"gift_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_name" text NOT NULL,
	"recipient_email" text NOT NULL,
	"message" text,
	"start_date" date NOT NULL,
	"plan_type" text NOT NULL,
	"notify_recipient" boolean NOT NULL,
	"shipping_address_id" uuid NOT NULL,
	"announced_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gifts_plan_check" CHECK ("gifts"."plan_type" in ('monthly', 'annual')),
	CONSTRAINT "gifts_claim_check" CHECK (("gifts"."claimed_by" is null) = ("gifts"."claimed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"stripe_invoice_id" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"billing_reason" text,
	"subtotal_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"amount_paid_cents" integer NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_subscriptions" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"raw_status" text NOT NULL,
	"current_period_start" timestamp (3) with time zone NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"billing_cycle_anchor" timestamp (3) with time zone NOT NULL,
	"stripe_cancel_at" timestamp (3) with time zone,
	"cancel_at_period_end" boolean NOT NULL,
	"default_payment_method_id" text,
	"next_charge_cents" integer,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"gift_id" uuid,
	"status" text NOT NULL,
	"plan_type" text NOT NULL,
	"season_id" text NOT NULL,
	"season_name" text NOT NULL,
	"shipping_address_id" uuid NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"stripe_subscription_id" text NOT NULL,
	"service_start" date NOT NULL,
	"cancel_at" timestamp (3) with time zone,
	"cancel_requested_at" timestamp (3) with time zone,
	"refund_requested_at" timestamp (3) with time zone,
	"dispute_held_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_checkout_key" UNIQUE("checkout_id"),
	CONSTRAINT "subscriptions_gift_key" UNIQUE("gift_id"),
	CONSTRAINT "subscriptions_stripe_key" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "subscriptions_plan_check" CHECK ("subscriptions"."plan_type" in ('monthly', 'annual')),
	CONSTRAINT "subscriptions_status_check" CHECK ("subscriptions"."status" in ('active', 'past_due', 'cancelled', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "user_seasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"season_name" text NOT NULL,
	"status" text NOT NULL,
	"start_date" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_seasons_subscription_key" UNIQUE("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"address_id" uuid NOT NULL,
	"address" jsonb NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"label" text NOT NULL,
	"full_name" text NOT NULL,
	"address_line_1" text NOT NULL,
	"address_line_2" text,
	"city" text NOT NULL,
	"state_province" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"country_name" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shipping_addresses_country_check" CHECK ("shipping_addresses"."country" ~ '^([A-Z]{2}|OTHER)$' and ("shipping_addresses"."country" <> 'OTHER' or "shipping_addresses"."country_name" is not null))
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text,
	"preferences" jsonb NOT NULL,
	"stripe_customer_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_profiles_customer_key" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "address_moves" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"address_id" uuid NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"from_letter" smallint NOT NULL,
	"resume_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_holds_letter_check" CHECK ("delivery_holds"."from_letter" between 1 and 24)
);
--> statement-breakpoint
CREATE TABLE "mailing_batches" (
	"run_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"first_number" integer NOT NULL,
	"last_number" integer NOT NULL,
	"printed_at" timestamp (3) with time zone NOT NULL,
	"handed_over_at" timestamp (3) with time zone,
	"return_address" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notified_through" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mailing_batches_run_id_number_pk" PRIMARY KEY("run_id","number")
);
--> statement-breakpoint
CREATE TABLE "mailing_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"event" text NOT NULL,
	"actor" text,
	"run_id" uuid,
	"piece_id" uuid,
	"subscription_id" uuid,
	"letter" smallint,
	"attempt" smallint,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailing_exclusions" (
	"run_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "mailing_exclusions_run_id_subscription_id_pk" PRIMARY KEY("run_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "mailing_files" (
	"run_id" uuid NOT NULL,
	"batch" smallint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"letter" smallint,
	"part" smallint NOT NULL,
	"first_number" integer NOT NULL,
	"last_number" integer NOT NULL,
	"pieces" integer NOT NULL,
	"sha256" text,
	"bytes" integer,
	CONSTRAINT "mailing_files_run_id_batch_name_pk" PRIMARY KEY("run_id","batch","name")
);
--> statement-breakpoint
CREATE TABLE "mailing_pieces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"run_id" uuid,
	"letter" smallint NOT NULL,
	"attempt" smallint NOT NULL,
	"state" text NOT NULL,
	"number" integer,
	"nominal_on" date NOT NULL,
	"handed_over_on" date,
	"arrives_from" date,
	"arrives_by" date,
	"confirmed_at" timestamp (3) with time zone,
	"address" jsonb NOT NULL,
	"country" text,
	"reason" text,
	"card" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailing_pieces_letter_check" CHECK ("mailing_pieces"."letter" between 1 and 24 and "mailing_pieces"."attempt" >= 1),
	CONSTRAINT "mailing_pieces_state_check" CHECK ("mailing_pieces"."state" in ('waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned')),
	CONSTRAINT "mailing_pieces_handed_over_check" CHECK ("mailing_pieces"."state" <> 'handed_over' or ("mailing_pieces"."handed_over_on" is not null and "mailing_pieces"."arrives_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "mailing_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"nominal_on" date NOT NULL,
	"hand_over_on" date NOT NULL,
	"freezes_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"reopened_at" timestamp (3) with time zone,
	"plan" jsonb,
	"planned_at" timestamp (3) with time zone,
	"frozen_at" timestamp (3) with time zone,
	"printed_at" timestamp (3) with time zone,
	"handed_over_at" timestamp (3) with time zone,
	"final_counts" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailing_runs_kind_check" CHECK ("mailing_runs"."kind" in ('first_letter', 'friday')),
	CONSTRAINT "mailing_runs_state_check" CHECK ("mailing_runs"."state" in ('planned', 'frozen', 'printed', 'handed_over'))
);
--> statement-breakpoint
CREATE TABLE "reships" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"letter" smallint NOT NULL,
	"attempt" smallint NOT NULL,
	"way" text NOT NULL,
	"cause" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "reships_once_key" UNIQUE("subscription_id","letter","attempt"),
	CONSTRAINT "reships_state_check" CHECK ("reships"."state" in ('asked', 'approved', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "temporary_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"from_letter" smallint NOT NULL,
	"to_letter" smallint NOT NULL,
	"address" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "temporary_addresses_letters_check" CHECK ("temporary_addresses"."from_letter" between 1 and "temporary_addresses"."to_letter" and "temporary_addresses"."to_letter" <= 24)
);
--> statement-breakpoint
CREATE TABLE "auth"."audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"detail" jsonb NOT NULL,
	"ip" text,
	"succeeded" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."flow_state" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"redirect_to" text NOT NULL,
	"code_challenge" text,
	"nonce" text,
	"provider_code_verifier" text,
	"linking_user_id" uuid,
	"linking_session_id" uuid,
	"linking_aal" text,
	"is_reauthentication" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"auth_code" uuid,
	"method" text,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."identities" (
	"identity_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"identity_data" jsonb NOT NULL,
	"email" text,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."mfa_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"factor_id" uuid NOT NULL,
	"ip" text,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."mfa_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text,
	"factor_type" text NOT NULL,
	"status" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_used_step" integer,
	"last_challenged_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."one_time_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"relates_to" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."security_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"user_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"notified_email" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."session_amr" (
	"session_id" uuid NOT NULL,
	"method" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_amr_session_id_method_pk" PRIMARY KEY("session_id","method")
);
--> statement-breakpoint
CREATE TABLE "auth"."sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"factor_id" uuid,
	"refresh_key" "bytea" NOT NULL,
	"refresh_counter" integer DEFAULT 0 NOT NULL,
	"refresh_floor" integer DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp (3) with time zone NOT NULL,
	"reauthenticated_at" timestamp (3) with time zone,
	"not_after" timestamp (3) with time zone,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"password_changed_at" timestamp (3) with time zone,
	"email_confirmed_at" timestamp (3) with time zone,
	"confirmation_sent_at" timestamp (3) with time zone,
	"recovery_sent_at" timestamp (3) with time zone,
	"new_email" text,
	"email_change_sent_at" timestamp (3) with time zone,
	"email_change_confirm_status" smallint DEFAULT 0 NOT NULL,
	"reauthentication_sent_at" timestamp (3) with time zone,
	"invited_at" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"banned_until" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"demonstration" boolean DEFAULT false NOT NULL,
	"app_metadata" jsonb NOT NULL,
	"user_metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"detail" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visit_events_name_check" CHECK ("visit_events"."name" in ('page_view', 'click', 'form_submit', 'sign_up', 'login', 'scroll', 'faq_view'))
);
--> statement-breakpoint
CREATE TABLE "operator_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator" text NOT NULL,
	"operator_id" uuid,
	"action" text NOT NULL,
	"subject" text,
	"subscription_id" uuid,
	"detail" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holiday_overrides" (
	"day" date PRIMARY KEY NOT NULL,
	"is_holiday" boolean NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dedupe_key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"data" jsonb NOT NULL,
	"status" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_outbox_dedupe_key" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "card_failures" ADD CONSTRAINT "card_failures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_snapshots" ADD CONSTRAINT "card_snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards_on_file" ADD CONSTRAINT "cards_on_file_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_intents" ADD CONSTRAINT "issued_intents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_stripe_invoice_id_invoices_stripe_invoice_id_fk" FOREIGN KEY ("stripe_invoice_id") REFERENCES "public"."invoices"("stripe_invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_gift_id_gifts_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_shipping_address_id_shipping_addresses_id_fk" FOREIGN KEY ("shipping_address_id") REFERENCES "public"."shipping_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_links" ADD CONSTRAINT "gift_links_gift_id_gifts_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gifts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_shipping_address_id_shipping_addresses_id_fk" FOREIGN KEY ("shipping_address_id") REFERENCES "public"."shipping_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_subscriptions" ADD CONSTRAINT "stripe_subscriptions_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_gift_id_gifts_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_shipping_address_id_shipping_addresses_id_fk" FOREIGN KEY ("shipping_address_id") REFERENCES "public"."shipping_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_seasons" ADD CONSTRAINT "user_seasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_seasons" ADD CONSTRAINT "user_seasons_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_versions" ADD CONSTRAINT "address_versions_address_id_shipping_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."shipping_addresses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_addresses" ADD CONSTRAINT "shipping_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_moves" ADD CONSTRAINT "address_moves_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_moves" ADD CONSTRAINT "address_moves_address_id_shipping_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."shipping_addresses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_holds" ADD CONSTRAINT "delivery_holds_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD CONSTRAINT "mailing_batches_run_id_mailing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mailing_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_exclusions" ADD CONSTRAINT "mailing_exclusions_run_id_mailing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mailing_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_exclusions" ADD CONSTRAINT "mailing_exclusions_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_files" ADD CONSTRAINT "mailing_files_run_id_mailing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mailing_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reships" ADD CONSTRAINT "reships_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temporary_addresses" ADD CONSTRAINT "temporary_addresses_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."mfa_challenges" ADD CONSTRAINT "mfa_challenges_factor_id_mfa_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "auth"."mfa_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."mfa_factors" ADD CONSTRAINT "mfa_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."security_changes" ADD CONSTRAINT "security_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."session_amr" ADD CONSTRAINT "session_amr_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_failures_user_idx" ON "card_failures" USING btree ("user_id","failed_at");--> statement-breakpoint
CREATE INDEX "card_failures_network_idx" ON "card_failures" USING btree ("network","failed_at");--> statement-breakpoint
CREATE INDEX "cards_on_file_user_idx" ON "cards_on_file" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cards_on_file_expiry_idx" ON "cards_on_file" USING btree ("exp_year","exp_month");--> statement-breakpoint
CREATE INDEX "disputes_subscription_idx" ON "disputes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "issued_intents_user_idx" ON "issued_intents" USING btree ("user_id","issued_at");--> statement-breakpoint
CREATE INDEX "issued_intents_network_idx" ON "issued_intents" USING btree ("network","issued_at");--> statement-breakpoint
CREATE INDEX "refunds_invoice_idx" ON "refunds" USING btree ("stripe_invoice_id");--> statement-breakpoint
CREATE INDEX "refunds_subscription_idx" ON "refunds" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "refunds_created_idx" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_key" ON "checkouts" USING btree ("user_id","season_id") WHERE "checkouts"."status" = 'pending' and "checkouts"."gift_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_gift_key" ON "checkouts" USING btree ("gift_id") WHERE "checkouts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "checkouts_pending_idx" ON "checkouts" USING btree ("updated_at") WHERE "checkouts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "gift_links_gift_idx" ON "gift_links" USING btree ("gift_id");--> statement-breakpoint
CREATE INDEX "gifts_user_idx" ON "gifts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "gifts_claimed_idx" ON "gifts" USING btree ("claimed_by") WHERE "gifts"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "gifts_recipient_email_idx" ON "gifts" USING btree (lower("recipient_email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "gifts_recipient_name_idx" ON "gifts" USING gin (to_tsvector('simple', "recipient_name"));--> statement-breakpoint
CREATE INDEX "gifts_unannounced_idx" ON "gifts" USING btree ("start_date") WHERE "gifts"."announced_at" is null and "gifts"."notify_recipient";--> statement-breakpoint
CREATE INDEX "invoices_subscription_idx" ON "invoices" USING btree ("subscription_id","created_at");--> statement-breakpoint
CREATE INDEX "invoices_paid_idx" ON "invoices" USING btree ("paid_at") WHERE "invoices"."status" = 'paid';--> statement-breakpoint
CREATE INDEX "invoices_open_idx" ON "invoices" USING btree ("subscription_id") WHERE "invoices"."status" = 'open';--> statement-breakpoint
CREATE INDEX "subscriptions_user_idx" ON "subscriptions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_address_idx" ON "subscriptions" USING btree ("shipping_address_id");--> statement-breakpoint
CREATE INDEX "subscriptions_created_idx" ON "subscriptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_status_idx" ON "subscriptions" USING btree ("status","ended_at");--> statement-breakpoint
CREATE INDEX "user_seasons_user_idx" ON "user_seasons" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "address_versions_until_idx" ON "address_versions" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "address_versions_address_idx" ON "address_versions" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "shipping_addresses_user_idx" ON "shipping_addresses" USING btree ("user_id","is_default" DESC NULLS LAST,"created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_addresses_default_key" ON "shipping_addresses" USING btree ("user_id") WHERE "shipping_addresses"."is_default";--> statement-breakpoint
CREATE INDEX "user_profiles_email_idx" ON "user_profiles" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_profiles_name_idx" ON "user_profiles" USING gin (to_tsvector('simple', coalesce("full_name", '')));--> statement-breakpoint
CREATE INDEX "address_moves_until_idx" ON "address_moves" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "address_moves_subscription_idx" ON "address_moves" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "delivery_holds_subscription_idx" ON "delivery_holds" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "delivery_holds_open_idx" ON "delivery_holds" USING btree ("resume_on");--> statement-breakpoint
CREATE INDEX "mailing_events_run_idx" ON "mailing_events" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "mailing_events_subscription_idx" ON "mailing_events" USING btree ("subscription_id","id") WHERE "mailing_events"."subscription_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mailing_pieces_once_key" ON "mailing_pieces" USING btree ("subscription_id","letter","attempt");--> statement-breakpoint
CREATE INDEX "mailing_pieces_run_idx" ON "mailing_pieces" USING btree ("run_id","letter","number");--> statement-breakpoint
CREATE INDEX "mailing_pieces_trouble_idx" ON "mailing_pieces" USING btree ("state","subscription_id") WHERE "mailing_pieces"."state" in ('set_aside', 'lost', 'returned');--> statement-breakpoint
CREATE INDEX "mailing_pieces_trouble_age_idx" ON "mailing_pieces" USING btree ("state","updated_at","id") WHERE "mailing_pieces"."state" in ('set_aside', 'lost', 'returned');--> statement-breakpoint
CREATE UNIQUE INDEX "mailing_runs_once_key" ON "mailing_runs" USING btree ("kind","nominal_on");--> statement-breakpoint
CREATE INDEX "mailing_runs_nominal_idx" ON "mailing_runs" USING btree ("nominal_on");--> statement-breakpoint
CREATE INDEX "reships_open_idx" ON "reships" USING btree ("state","asked_at") WHERE "reships"."state" <> 'refused';--> statement-breakpoint
CREATE INDEX "temporary_addresses_subscription_idx" ON "temporary_addresses" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "audit_log_user_idx" ON "auth"."audit_log" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_created_idx" ON "auth"."audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "flow_state_auth_code_key" ON "auth"."flow_state" USING btree ("auth_code");--> statement-breakpoint
CREATE INDEX "flow_state_created_idx" ON "auth"."flow_state" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "flow_state_user_idx" ON "auth"."flow_state" USING btree ("user_id") WHERE "auth"."flow_state"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "flow_state_linking_user_idx" ON "auth"."flow_state" USING btree ("linking_user_id") WHERE "auth"."flow_state"."linking_user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_provider_key" ON "auth"."identities" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "identities_user_idx" ON "auth"."identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mfa_challenges_factor_idx" ON "auth"."mfa_challenges" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "mfa_challenges_created_idx" ON "auth"."mfa_challenges" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mfa_factors_user_idx" ON "auth"."mfa_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mfa_factors_name_key" ON "auth"."mfa_factors" USING btree ("user_id","friendly_name") WHERE "auth"."mfa_factors"."friendly_name" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_hash_key" ON "auth"."one_time_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_user_type_key" ON "auth"."one_time_tokens" USING btree ("user_id","type");--> statement-breakpoint
CREATE UNIQUE INDEX "security_changes_token_key" ON "auth"."security_changes" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "security_changes_user_idx" ON "auth"."security_changes" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "security_changes_expires_idx" ON "auth"."security_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "security_changes_former_email_idx" ON "auth"."security_changes" USING btree ("notified_email") WHERE "auth"."security_changes"."change" ->> 'kind' = 'email_changed';--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "auth"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_refreshed_idx" ON "auth"."sessions" USING btree ("refreshed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "auth"."users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_new_email_idx" ON "auth"."users" USING btree ("new_email") WHERE "auth"."users"."new_email" is not null;--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "auth"."users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_demonstration_idx" ON "auth"."users" USING btree ("id") WHERE "auth"."users"."demonstration";--> statement-breakpoint
CREATE INDEX "visit_events_happened_idx" ON "visit_events" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "visit_events_batch_idx" ON "visit_events" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "operator_log_created_idx" ON "operator_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operator_log_subscription_idx" ON "operator_log" USING btree ("subscription_id","created_at");--> statement-breakpoint
CREATE INDEX "operator_log_subject_idx" ON "operator_log" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "email_outbox_unsent_idx" ON "email_outbox" USING btree ("created_at") WHERE "email_outbox"."status" <> 'sent';--> statement-breakpoint
CREATE INDEX "email_outbox_recipient_idx" ON "email_outbox" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "email_outbox_dedupe_prefix_idx" ON "email_outbox" USING btree ("dedupe_key" text_pattern_ops);