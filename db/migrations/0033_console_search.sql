CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
DROP INDEX "refunds_created_idx";--> statement-breakpoint
DROP INDEX "gifts_recipient_email_idx";--> statement-breakpoint
DROP INDEX "gifts_recipient_name_idx";--> statement-breakpoint
DROP INDEX "user_profiles_email_idx";--> statement-breakpoint
DROP INDEX "user_profiles_name_idx";--> statement-breakpoint
CREATE INDEX "refunds_created_order_idx" ON "refunds" USING btree ("created_at","stripe_refund_id");--> statement-breakpoint
CREATE INDEX "gifts_search_idx" ON "gifts" USING gin ((' ' || "recipient_name" || ' ' || "recipient_email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "gifts_created_order_idx" ON "gifts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_created_order_idx" ON "invoices" USING btree ("created_at","stripe_invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_number_idx" ON "invoices" USING btree (lower("number"));--> statement-breakpoint
CREATE INDEX "subscriptions_cancelled_idx" ON "subscriptions" USING btree ((coalesce("refund_requested_at", "cancel_requested_at", "ended_at", "updated_at")),"id") WHERE "subscriptions"."status" = 'cancelled';--> statement-breakpoint
CREATE INDEX "shipping_addresses_search_idx" ON "shipping_addresses" USING gin ((' ' || "full_name" || ' ' || "address_line_1" || ' ' || coalesce("address_line_2", '') || ' ' || "city" || ' ' || "postal_code") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_profiles_search_idx" ON "user_profiles" USING gin ((' ' || coalesce("full_name", '') || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "email_outbox_created_idx" ON "email_outbox" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "email_outbox_kind_idx" ON "email_outbox" USING btree ("kind","created_at","id");