CREATE TABLE "card_holders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"set_up_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "card_holders_customer_key" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
ALTER TABLE "card_holders" ADD CONSTRAINT "card_holders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "card_holders" SELECT "user_id", "stripe_customer_id", "set_up_at", "read_at" FROM "cards_on_file";--> statement-breakpoint
DELETE FROM "cards_on_file" WHERE "payment_method_id" IS NULL OR "brand" IS NULL OR "last4" IS NULL OR "exp_month" IS NULL OR "exp_year" IS NULL;--> statement-breakpoint
ALTER TABLE "cards_on_file" DROP CONSTRAINT "cards_on_file_pkey";--> statement-breakpoint
ALTER TABLE "cards_on_file" DROP CONSTRAINT "cards_on_file_customer_key";--> statement-breakpoint
ALTER TABLE "cards_on_file" ALTER COLUMN "brand" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "cards_on_file" ALTER COLUMN "last4" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "cards_on_file" ALTER COLUMN "exp_month" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "cards_on_file" ALTER COLUMN "exp_year" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "cards_on_file" ADD PRIMARY KEY ("payment_method_id");--> statement-breakpoint
-- Which is the default nobody has asked yet: the reconciler reads the cards again that running subscriptions are charged to.
ALTER TABLE "cards_on_file" ADD COLUMN "is_default" boolean NOT NULL DEFAULT false;--> statement-breakpoint
ALTER TABLE "cards_on_file" ALTER COLUMN "is_default" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "cards_on_file_user_idx" ON "cards_on_file" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "cards_on_file" DROP COLUMN "stripe_customer_id";--> statement-breakpoint
ALTER TABLE "cards_on_file" DROP COLUMN "set_up_at";--> statement-breakpoint
ALTER TABLE "cards_on_file" DROP COLUMN "read_at";
