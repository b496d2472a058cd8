ALTER TABLE "invoices" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stripe_subscriptions" ADD COLUMN "overdue_attempts" integer;--> statement-breakpoint
ALTER TABLE "stripe_subscriptions" ADD COLUMN "decline_code" text;--> statement-breakpoint
CREATE INDEX "invoices_recovered_idx" ON "invoices" USING btree ("paid_at") WHERE "invoices"."status" = 'paid' and "invoices"."failed_at" is not null;