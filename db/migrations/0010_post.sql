CREATE TABLE "address_check_counts" (
	"hour" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "address_check_counts_hour_outcome_pk" PRIMARY KEY("hour","outcome")
);
--> statement-breakpoint
CREATE TABLE "address_checks" (
	"key" text PRIMARY KEY NOT NULL,
	"checked_by" text NOT NULL,
	"verdict" text NOT NULL,
	"suggestion" jsonb,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"overridden_at" timestamp (3) with time zone,
	CONSTRAINT "address_checks_verdict_check" CHECK ("address_checks"."verdict" in ('deliverable', 'unit_missing', 'unit_unconfirmed', 'undeliverable'))
);
--> statement-breakpoint
CREATE TABLE "mailing_serials" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"mailer_id" text NOT NULL,
	"first_serial" integer NOT NULL,
	"last_serial" integer NOT NULL,
	"run_id" uuid NOT NULL,
	"batch" smallint NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "piece_codes" (
	"piece_id" uuid PRIMARY KEY NOT NULL,
	"code" "bytea" NOT NULL,
	"found_at" timestamp (3) with time zone,
	CONSTRAINT "piece_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "postage_rates" (
	"zone" text NOT NULL,
	"valid_from" date NOT NULL,
	"countries" jsonb NOT NULL,
	"one_ounce_cents" integer NOT NULL,
	"two_ounces_cents" integer,
	"three_ounces_cents" integer,
	"nonmachinable_cents" integer NOT NULL,
	"gifts_nonmachinable" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "postage_rates_zone_valid_from_pk" PRIMARY KEY("zone","valid_from"),
	CONSTRAINT "postage_rates_cents_check" CHECK ("postage_rates"."one_ounce_cents" > 0 and "postage_rates"."nonmachinable_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "printer_batches" (
	"run_id" uuid NOT NULL,
	"batch" smallint NOT NULL,
	"send_on" date NOT NULL,
	"cents" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"called_back_at" timestamp (3) with time zone,
	CONSTRAINT "printer_batches_run_id_batch_pk" PRIMARY KEY("run_id","batch")
);
--> statement-breakpoint
CREATE TABLE "printer_events" (
	"id" text PRIMARY KEY NOT NULL,
	"printer_id" text NOT NULL,
	"type" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "printer_letters" (
	"piece_id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"batch" smallint NOT NULL,
	"state" text NOT NULL,
	"key" uuid NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"printer_id" text,
	"accepted_at" timestamp (3) with time zone,
	"failure" text,
	"progress" text,
	"progress_at" timestamp (3) with time zone,
	CONSTRAINT "printer_letters_printer_key" UNIQUE("printer_id"),
	CONSTRAINT "printer_letters_state_check" CHECK ("printer_letters"."state" in ('to_send', 'accepted', 'refused', 'dropped', 'calling_back', 'called_back'))
);
--> statement-breakpoint
CREATE TABLE "mailing_scans" (
	"mailer_serial" text NOT NULL,
	"scanned_at" timestamp(3) NOT NULL,
	"event_code" text NOT NULL,
	"locale_key" text NOT NULL,
	"machine_id" text NOT NULL,
	"service" text NOT NULL,
	"routing" text NOT NULL,
	"facility" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"phase" text NOT NULL,
	"handling" text NOT NULL,
	"is_return" boolean NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailing_scans_once_key" PRIMARY KEY("mailer_serial","scanned_at","event_code","locale_key","machine_id","service","routing")
);
--> statement-breakpoint
CREATE TABLE "run_sightings" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"pieces" integer NOT NULL,
	"seen" integer NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unreadable_scans" (
	"sha256" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_pieces" (
	"piece_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"noticed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "watched_pieces_kind_check" CHECK ("watched_pieces"."kind" in ('quiet', 'coming_back'))
);
--> statement-breakpoint
ALTER TABLE "letter_editions" ADD COLUMN "is_uneven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "postage" jsonb;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "dispatched_postage" jsonb;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "dispatched_cents" integer;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "dispatched_subscribers" integer;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "codes_at" text;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "mailer_id" text;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "service_type" text;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "first_serial" integer;--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD COLUMN "cards" smallint;--> statement-breakpoint
CREATE INDEX "address_checks_undeliverable_idx" ON "address_checks" USING btree ("key") WHERE "address_checks"."verdict" = 'undeliverable' and "address_checks"."overridden_at" is null;--> statement-breakpoint
CREATE INDEX "mailing_serials_mailer_idx" ON "mailing_serials" USING btree ("mailer_id","id");--> statement-breakpoint
CREATE INDEX "piece_codes_found_idx" ON "piece_codes" USING btree ("found_at","piece_id") WHERE "piece_codes"."found_at" is not null;--> statement-breakpoint
CREATE INDEX "printer_letters_batch_idx" ON "printer_letters" USING btree ("run_id","batch","state","piece_id");--> statement-breakpoint
CREATE INDEX "mailing_scans_received_idx" ON "mailing_scans" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "watched_pieces_kind_idx" ON "watched_pieces" USING btree ("kind","noticed_at","piece_id");