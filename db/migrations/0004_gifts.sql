CREATE TABLE "gift_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"gift_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_name" text NOT NULL,
	"recipient_email" text NOT NULL,
	"message" text,
	"start_date" date NOT NULL,
	"plan_type" text NOT NULL,
	"notify_recipient" boolean NOT NULL,
	"shipping_address_id" uuid NOT NULL,
	"announced_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gifts_plan_check" CHECK ("gifts"."plan_type" in ('monthly', 'annual')),
	CONSTRAINT "gifts_claim_check" CHECK (("gifts"."claimed_by" is null) = ("gifts"."claimed_at" is null))
);
--> statement-breakpoint
DROP INDEX "checkouts_open_key";--> statement-breakpoint
ALTER TABLE "shipping_addresses" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "gift_id" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "gift_id" uuid;--> statement-breakpoint
ALTER TABLE "gift_links" ADD CONSTRAINT "gift_links_gift_id_gifts_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gifts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_shipping_address_id_shipping_addresses_id_fk" FOREIGN KEY ("shipping_address_id") REFERENCES "public"."shipping_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_links_gift_idx" ON "gift_links" USING btree ("gift_id");--> statement-breakpoint
CREATE INDEX "gifts_user_idx" ON "gifts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "gifts_claimed_idx" ON "gifts" USING btree ("claimed_by") WHERE "gifts"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "gifts_unannounced_idx" ON "gifts" USING btree ("start_date") WHERE "gifts"."announced_at" is null and "gifts"."notify_recipient";--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_gift_id_gifts_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_gift_id_gifts_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_gift_key" ON "checkouts" USING btree ("gift_id") WHERE "checkouts"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_key" ON "checkouts" USING btree ("user_id","season_id") WHERE "checkouts"."status" = 'pending' and "checkouts"."gift_id" is null;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_gift_key" UNIQUE("gift_id");