CREATE TABLE "reading_blocks" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reading_blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "reading_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"season_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_by" uuid
);
--> statement-breakpoint
CREATE TABLE "reading_seats" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"group_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"shows_notes" boolean NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reading_seats_user_id_season_id_pk" PRIMARY KEY("user_id","season_id"),
	CONSTRAINT "reading_seats_place_check" CHECK ("reading_seats"."place" between 1 and 6)
);
--> statement-breakpoint
ALTER TABLE "case_notes" ADD COLUMN "written_with" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_blocks" ADD CONSTRAINT "reading_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_invitations" ADD CONSTRAINT "reading_invitations_group_id_reading_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."reading_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_invitations" ADD CONSTRAINT "reading_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_invitations" ADD CONSTRAINT "reading_invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_seats" ADD CONSTRAINT "reading_seats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_seats" ADD CONSTRAINT "reading_seats_group_id_reading_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."reading_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reading_blocks_blocked_idx" ON "reading_blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reading_invitations_token_key" ON "reading_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "reading_invitations_group_idx" ON "reading_invitations" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "reading_invitations_user_idx" ON "reading_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reading_invitations_used_idx" ON "reading_invitations" USING btree ("used_by");--> statement-breakpoint
CREATE UNIQUE INDEX "reading_seats_place_key" ON "reading_seats" USING btree ("group_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "reading_seats_name_key" ON "reading_seats" USING btree ("group_id","name_key");