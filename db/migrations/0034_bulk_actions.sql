CREATE TABLE "bulk_action_rows" (
	"bulk_action_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"outcome" text,
	"reason" text,
	CONSTRAINT "bulk_action_rows_bulk_action_id_subscription_id_pk" PRIMARY KEY("bulk_action_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"operator" text NOT NULL,
	"operator_id" uuid,
	"note" text NOT NULL,
	"input" jsonb NOT NULL,
	"subscriptions" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "bulk_action_rows" ADD CONSTRAINT "bulk_action_rows_bulk_action_id_bulk_actions_id_fk" FOREIGN KEY ("bulk_action_id") REFERENCES "public"."bulk_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_action_rows" ADD CONSTRAINT "bulk_action_rows_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_action_rows_subscription_idx" ON "bulk_action_rows" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "bulk_action_rows_open_idx" ON "bulk_action_rows" USING btree ("bulk_action_id","subscription_id") WHERE "bulk_action_rows"."outcome" is null;--> statement-breakpoint
CREATE INDEX "bulk_actions_created_idx" ON "bulk_actions" USING btree ("created_at","id");