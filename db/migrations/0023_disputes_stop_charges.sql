CREATE TABLE "payment_warnings" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subscription_id" uuid NOT NULL,
	"stripe_charge_id" text,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "due_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "charges_paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "dispute_lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "missed_months" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_warnings" ADD CONSTRAINT "payment_warnings_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_warnings_subscription_idx" ON "payment_warnings" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "payment_warnings_open_idx" ON "payment_warnings" USING btree ("created_at") WHERE "payment_warnings"."released_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_unanswered_idx" ON "disputes" USING btree ("due_by") WHERE "disputes"."status" in ('needs_response', 'warning_needs_response');