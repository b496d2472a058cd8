CREATE TABLE "stripe_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stripe_intents" (
	"subscription_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stripe_intents_subscription_id_kind_value_pk" PRIMARY KEY("subscription_id","kind","value")
);
--> statement-breakpoint
CREATE TABLE "stripe_seen" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"seen" jsonb NOT NULL,
	"ends_early_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stripe_changes" ADD CONSTRAINT "stripe_changes_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_intents" ADD CONSTRAINT "stripe_intents_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_seen" ADD CONSTRAINT "stripe_seen_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stripe_changes_key" ON "stripe_changes" USING btree ("subscription_id","kind","state");--> statement-breakpoint
CREATE INDEX "stripe_changes_open_idx" ON "stripe_changes" USING btree ("found_at") WHERE "stripe_changes"."settled_at" is null;