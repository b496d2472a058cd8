ALTER TABLE "dispute_responses" ALTER COLUMN "stripe_file_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "stripe_invoice_id" text;--> statement-breakpoint
ALTER TABLE "dispute_responses" ADD COLUMN "explanation" text;