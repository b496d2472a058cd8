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
CREATE INDEX "mailing_serials_mailer_idx" ON "mailing_serials" USING btree ("mailer_id","id");--> statement-breakpoint
CREATE INDEX "piece_codes_found_idx" ON "piece_codes" USING btree ("found_at","piece_id") WHERE "piece_codes"."found_at" is not null;