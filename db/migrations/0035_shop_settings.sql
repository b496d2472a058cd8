CREATE TABLE "shop_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "operator_log_operator_idx" ON "operator_log" USING btree ("operator","created_at");--> statement-breakpoint
CREATE INDEX "operator_log_action_idx" ON "operator_log" USING btree ("action","created_at");