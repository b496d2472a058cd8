CREATE TABLE "letter_edition_parts" (
	"sha256" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_editions" (
	"edition" text PRIMARY KEY NOT NULL,
	"season_id" text NOT NULL,
	"letter" smallint NOT NULL,
	"sheets" smallint NOT NULL,
	"info" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"set_at" timestamp (3) with time zone,
	"pages" smallint,
	"places" jsonb,
	"master" "bytea",
	"stuffing" "bytea"
);
--> statement-breakpoint
ALTER TABLE "mailing_files" ADD COLUMN "edition" text;--> statement-breakpoint
ALTER TABLE "mailing_files" ADD CONSTRAINT "mailing_files_edition_letter_editions_edition_fk" FOREIGN KEY ("edition") REFERENCES "public"."letter_editions"("edition") ON DELETE no action ON UPDATE no action;