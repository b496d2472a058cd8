CREATE TABLE "case_blocks" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "case_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"season_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_by" uuid
);
--> statement-breakpoint
CREATE TABLE "case_seats" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"group_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"shows_notes" boolean NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_seats_user_id_season_id_pk" PRIMARY KEY("user_id","season_id"),
	CONSTRAINT "case_seats_place_check" CHECK ("case_seats"."place" between 1 and 6)
);
--> statement-breakpoint
ALTER TABLE "case_notes" ADD COLUMN "written_with" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "case_blocks" ADD CONSTRAINT "case_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_invitations" ADD CONSTRAINT "case_invitations_group_id_case_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."case_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_invitations" ADD CONSTRAINT "case_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_invitations" ADD CONSTRAINT "case_invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_seats" ADD CONSTRAINT "case_seats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_seats" ADD CONSTRAINT "case_seats_group_id_case_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."case_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_blocks_blocked_idx" ON "case_blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "case_invitations_token_key" ON "case_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "case_invitations_group_idx" ON "case_invitations" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "case_invitations_user_idx" ON "case_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "case_invitations_used_idx" ON "case_invitations" USING btree ("used_by");--> statement-breakpoint
CREATE UNIQUE INDEX "case_seats_place_key" ON "case_seats" USING btree ("group_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "case_seats_name_key" ON "case_seats" USING btree ("group_id","name_key");