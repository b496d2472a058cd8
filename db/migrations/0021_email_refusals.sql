CREATE TABLE "email_suppressions" (
	"address" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"reported_by" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	CONSTRAINT "email_suppressions_reason_check" CHECK ("email_suppressions"."reason" in ('bounce', 'complaint')),
	CONSTRAINT "email_suppressions_reported_by_check" CHECK ("email_suppressions"."reported_by" in ('ses', 'postmark'))
);
--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "try_after" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "email_outbox" ADD COLUMN "refused_since" timestamp (3) with time zone;