ALTER TABLE "mailing_files" ADD COLUMN "first_number" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "mailing_files" ADD COLUMN "last_number" integer NOT NULL;