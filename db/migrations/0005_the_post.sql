CREATE TABLE "mailing_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"nominal_on" date NOT NULL,
	"hand_over_on" date NOT NULL,
	"freezes_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"reopened_at" timestamp (3) with time zone,
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
CREATE TABLE "address_moves" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"address_id" uuid NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"address_id" uuid NOT NULL,
	"address" jsonb NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holiday_overrides" (
	"day" date PRIMARY KEY NOT NULL,
	"is_holiday" boolean NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"from_letter" smallint NOT NULL,
	"resume_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	CONSTRAINT "mail_holds_letter_check" CHECK ("mail_holds"."from_letter" between 1 and 24)
);
--> statement-breakpoint
CREATE TABLE "mailing_batches" (
	"run_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"first_number" integer NOT NULL,
	"last_number" integer NOT NULL,
	"printed_at" timestamp (3) with time zone NOT NULL,
	"handed_over_at" timestamp (3) with time zone,
	"mailed_through" integer DEFAULT 0 NOT NULL,
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
	"pieces" integer NOT NULL,
	"sha256" text,
	"bytes" integer,
	CONSTRAINT "mailing_files_run_id_batch_name_pk" PRIMARY KEY("run_id","batch","name")
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL
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
ALTER TABLE "mailing_pieces" DROP CONSTRAINT "mailing_pieces_state_check";--> statement-breakpoint
ALTER TABLE "mailing_pieces" DROP CONSTRAINT "mailing_pieces_address_check";--> statement-breakpoint
DROP INDEX "mailing_pieces_nominal_idx";--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD COLUMN "card" jsonb;--> statement-breakpoint
ALTER TABLE "address_moves" ADD CONSTRAINT "address_moves_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_moves" ADD CONSTRAINT "address_moves_address_id_shipping_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."shipping_addresses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_versions" ADD CONSTRAINT "address_versions_address_id_shipping_addresses_id_fk" FOREIGN KEY ("address_id") REFERENCES "public"."shipping_addresses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_holds" ADD CONSTRAINT "mail_holds_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD CONSTRAINT "mailing_batches_run_id_mailing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mailing_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_exclusions" ADD CONSTRAINT "mailing_exclusions_run_id_mailing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mailing_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_exclusions" ADD CONSTRAINT "mailing_exclusions_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_files" ADD CONSTRAINT "mailing_files_run_id_mailing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mailing_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reships" ADD CONSTRAINT "reships_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temporary_addresses" ADD CONSTRAINT "temporary_addresses_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mailing_runs_once_key" ON "mailing_runs" USING btree ("kind","nominal_on");--> statement-breakpoint
CREATE INDEX "mailing_runs_nominal_idx" ON "mailing_runs" USING btree ("nominal_on");--> statement-breakpoint
CREATE INDEX "address_moves_until_idx" ON "address_moves" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "address_moves_subscription_idx" ON "address_moves" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "address_versions_until_idx" ON "address_versions" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "address_versions_address_idx" ON "address_versions" USING btree ("address_id");--> statement-breakpoint
CREATE INDEX "mail_holds_subscription_idx" ON "mail_holds" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "mail_holds_open_idx" ON "mail_holds" USING btree ("resume_on");--> statement-breakpoint
CREATE INDEX "mailing_events_run_idx" ON "mailing_events" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "mailing_events_subscription_idx" ON "mailing_events" USING btree ("subscription_id","id") WHERE "mailing_events"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "reships_open_idx" ON "reships" USING btree ("state","asked_at") WHERE "reships"."state" <> 'refused';--> statement-breakpoint
CREATE INDEX "temporary_addresses_subscription_idx" ON "temporary_addresses" USING btree ("subscription_id");--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD CONSTRAINT "mailing_pieces_run_id_mailing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mailing_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_pieces_run_idx" ON "mailing_pieces" USING btree ("run_id","letter","number");--> statement-breakpoint
CREATE INDEX "mailing_pieces_trouble_idx" ON "mailing_pieces" USING btree ("state","subscription_id") WHERE "mailing_pieces"."state" in ('set_aside', 'lost', 'returned');--> statement-breakpoint
CREATE INDEX "operator_log_created_idx" ON "operator_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operator_log_subscription_idx" ON "operator_log" USING btree ("subscription_id","created_at");--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD CONSTRAINT "mailing_pieces_state_check" CHECK ("mailing_pieces"."state" in ('planned', 'waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned'));--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD CONSTRAINT "mailing_pieces_address_check" CHECK ("mailing_pieces"."state" in ('planned', 'waiting') or "mailing_pieces"."address" is not null);