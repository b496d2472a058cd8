CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_filters_name_key" UNIQUE("operator","name")
);
--> statement-breakpoint
CREATE INDEX "subscriptions_created_order_idx" ON "subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_status_order_idx" ON "subscriptions" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "subscriptions_plan_order_idx" ON "subscriptions" USING btree ("plan_type","id");--> statement-breakpoint
CREATE INDEX "shipping_addresses_place_idx" ON "shipping_addresses" USING btree (("country" || ' ' || "state_province" || ' ' || lower("city")),"id");--> statement-breakpoint
CREATE INDEX "shipping_addresses_country_idx" ON "shipping_addresses" USING btree (upper("country"),lower("state_province"));--> statement-breakpoint
CREATE INDEX "user_profiles_email_order_idx" ON "user_profiles" USING btree (lower("email"),"id");--> statement-breakpoint
CREATE INDEX "user_profiles_name_order_idx" ON "user_profiles" USING btree (lower(coalesce("full_name", '')),"id");