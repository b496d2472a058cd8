ALTER TABLE "refunds" ADD COLUMN "told_at" timestamp (3) with time zone;
--> statement-breakpoint
UPDATE "refunds" SET "told_at" = "created_at" WHERE EXISTS (SELECT 1 FROM "emails_out" WHERE "dedupe_key" IN ('refunded:' || "stripe_refund_id", 'refunded-under-guarantee:' || "subscription_id"));
