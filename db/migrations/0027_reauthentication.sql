CREATE TABLE "auth"."security_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"user_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"notified_email" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth"."flow_state" ADD COLUMN "is_reauthentication" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD COLUMN "reauthenticated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth"."security_changes" ADD CONSTRAINT "security_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "security_changes_token_key" ON "auth"."security_changes" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "security_changes_user_idx" ON "auth"."security_changes" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "security_changes_expires_idx" ON "auth"."security_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "security_changes_former_email_idx" ON "auth"."security_changes" USING btree ("notified_email") WHERE "auth"."security_changes"."change" ->> 'kind' = 'email_changed';--> statement-breakpoint
ALTER TABLE "auth"."sessions" DROP COLUMN "is_recovery";