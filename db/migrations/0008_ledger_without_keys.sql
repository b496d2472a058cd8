ALTER TABLE "mailing_pieces" DROP CONSTRAINT "mailing_pieces_address_check";--> statement-breakpoint
ALTER TABLE "mailing_pieces" DROP CONSTRAINT "mailing_pieces_state_check";--> statement-breakpoint
ALTER TABLE "mailing_pieces" DROP CONSTRAINT "mailing_pieces_subscription_id_subscriptions_id_fk";
--> statement-breakpoint
ALTER TABLE "mailing_pieces" DROP CONSTRAINT "mailing_pieces_run_id_mailing_runs_id_fk";
--> statement-breakpoint
ALTER TABLE "mailing_pieces" ALTER COLUMN "address" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mailing_runs" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD CONSTRAINT "mailing_pieces_state_check" CHECK ("mailing_pieces"."state" in ('waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned'));