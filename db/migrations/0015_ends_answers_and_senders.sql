DROP INDEX "subscriptions_status_idx";--> statement-breakpoint
ALTER TABLE "emails_out" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mailing_batches" ADD COLUMN "return_address" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Least of those that are there; who did neither was ended by the provider, which the status told of.
UPDATE "subscriptions" SET "ended_at" = CASE "status"
    WHEN 'cancelled' THEN coalesce(least("cancel_requested_at", "refund_requested_at"), "updated_at") ELSE "updated_at" END
  WHERE "status" IN ('cancelled', 'completed');--> statement-breakpoint
CREATE INDEX "subscriptions_status_idx" ON "subscriptions" USING btree ("status","ended_at");
