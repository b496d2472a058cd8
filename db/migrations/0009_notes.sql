CREATE TABLE "case_note_books" (
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"last_change" bigint NOT NULL,
	CONSTRAINT "case_note_books_user_id_season_id_pk" PRIMARY KEY("user_id","season_id")
);
--> statement-breakpoint
CREATE TABLE "case_notes" (
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"id" uuid NOT NULL,
	"letter" smallint NOT NULL,
	"kind" text NOT NULL,
	"pinned_to" text NOT NULL,
	"text" text NOT NULL,
	"deleted" boolean NOT NULL,
	"version" integer NOT NULL,
	"applied" jsonb NOT NULL,
	"change_number" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_notes_user_id_season_id_id_pk" PRIMARY KEY("user_id","season_id","id"),
	CONSTRAINT "case_notes_letter_check" CHECK ("case_notes"."letter" between 1 and 24),
	CONSTRAINT "case_notes_kind_check" CHECK ("case_notes"."kind" in ('letter', 'passage', 'person'))
);
--> statement-breakpoint
CREATE TABLE "season_waits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"season_id" text NOT NULL,
	"email" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"notified_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stopped_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_note_books" ADD CONSTRAINT "case_note_books_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_notes_changed_idx" ON "case_notes" USING btree ("user_id","season_id","change_number");--> statement-breakpoint
CREATE UNIQUE INDEX "season_waits_once_key" ON "season_waits" USING btree ("email","season_id");--> statement-breakpoint
CREATE INDEX "season_waits_waiting_idx" ON "season_waits" USING btree ("season_id","confirmed_at","id") WHERE "season_waits"."notified_at" is null;--> statement-breakpoint
CREATE INDEX "season_waits_notified_idx" ON "season_waits" USING btree ("notified_at");--> statement-breakpoint
CREATE INDEX "mailing_pieces_expected_idx" ON "mailing_pieces" USING btree ("arrives_by","id") WHERE "mailing_pieces"."state" = 'handed_over';