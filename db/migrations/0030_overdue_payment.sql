ALTER TABLE "stripe_subscriptions" ADD COLUMN "overdue_cents" integer;--> statement-breakpoint
ALTER TABLE "stripe_subscriptions" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;