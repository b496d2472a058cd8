CREATE TABLE "dispute_responses" (
	"stripe_dispute_id" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"stripe_file_id" text NOT NULL,
	"evidence" jsonb,
	"operator" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"submitted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "dispute_responses" ADD CONSTRAINT "dispute_responses_stripe_dispute_id_disputes_stripe_dispute_id_fk" FOREIGN KEY ("stripe_dispute_id") REFERENCES "public"."disputes"("stripe_dispute_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_responses" ADD CONSTRAINT "dispute_responses_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;