CREATE TABLE "stopped_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mailing_pieces_expected_idx" ON "mailing_pieces" USING btree ("arrives_by","id") WHERE "mailing_pieces"."state" = 'handed_over';