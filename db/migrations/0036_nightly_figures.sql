CREATE TABLE "nightly_figures" (
	"name" text PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "shipping_addresses_place_idx";--> statement-breakpoint
CREATE INDEX "invoices_unpaid_order_idx" ON "invoices" USING btree ("status","created_at","stripe_invoice_id") WHERE "invoices"."status" <> 'paid';--> statement-breakpoint
CREATE INDEX "invoices_failed_order_idx" ON "invoices" USING btree ("created_at","stripe_invoice_id") WHERE "invoices"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_status_created_idx" ON "subscriptions" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "shipping_addresses_place_order_idx" ON "shipping_addresses" USING btree (("country" || ' ' || "state_province" || ' ' || lower("city") || ' ' || "id"::text));