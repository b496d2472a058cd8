ALTER TABLE "address_checks" ADD COLUMN "routing" text;--> statement-breakpoint
ALTER TABLE "mailing_pieces" ADD COLUMN "routing" text;