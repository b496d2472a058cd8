CREATE TABLE "cancel_reasons" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"reason" text,
	"comment" text,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cancel_reasons" ADD CONSTRAINT "cancel_reasons_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancel_reasons_asked_idx" ON "cancel_reasons" USING btree ("asked_at","subscription_id");