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
CREATE UNIQUE INDEX "season_waits_once_key" ON "season_waits" USING btree ("email","season_id");--> statement-breakpoint
CREATE INDEX "season_waits_waiting_idx" ON "season_waits" USING btree ("season_id","confirmed_at","id") WHERE "season_waits"."notified_at" is null;--> statement-breakpoint
CREATE INDEX "season_waits_notified_idx" ON "season_waits" USING btree ("notified_at");--> statement-breakpoint
CREATE INDEX "mailing_pieces_expected_idx" ON "mailing_pieces" USING btree ("arrives_by","id") WHERE "mailing_pieces"."state" = 'handed_over';