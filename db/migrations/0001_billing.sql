CREATE TABLE "card_failures" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cards_on_file" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"payment_method_id" text,
	"brand" text,
	"last4" text,
	"exp_month" smallint,
	"exp_year" smallint,
	"set_up_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cards_on_file_customer_key" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"stripe_dispute_id" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "handed_intents" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"purpose" text NOT NULL,
	"stripe_subscription_id" text,
	"handed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator" text NOT NULL,
	"action" text NOT NULL,
	"subscription_id" uuid,
	"detail" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"stripe_refund_id" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"stripe_invoice_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "refund_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "mail_held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "card_failures" ADD CONSTRAINT "card_failures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards_on_file" ADD CONSTRAINT "cards_on_file_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handed_intents" ADD CONSTRAINT "handed_intents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_log" ADD CONSTRAINT "operator_log_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_stripe_invoice_id_invoices_stripe_invoice_id_fk" FOREIGN KEY ("stripe_invoice_id") REFERENCES "public"."invoices"("stripe_invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_failures_user_idx" ON "card_failures" USING btree ("user_id","failed_at");--> statement-breakpoint
CREATE INDEX "card_failures_network_idx" ON "card_failures" USING btree ("network","failed_at");--> statement-breakpoint
CREATE INDEX "cards_on_file_expiry_idx" ON "cards_on_file" USING btree ("exp_year","exp_month");--> statement-breakpoint
CREATE INDEX "disputes_subscription_idx" ON "disputes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "handed_intents_user_idx" ON "handed_intents" USING btree ("user_id","handed_at");--> statement-breakpoint
CREATE INDEX "handed_intents_network_idx" ON "handed_intents" USING btree ("network","handed_at");--> statement-breakpoint
CREATE INDEX "refunds_invoice_idx" ON "refunds" USING btree ("stripe_invoice_id");--> statement-breakpoint
CREATE INDEX "refunds_subscription_idx" ON "refunds" USING btree ("subscription_id");