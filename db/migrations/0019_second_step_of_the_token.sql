ALTER TABLE "auth"."flow_state" ADD COLUMN "linking_aal" text;--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD COLUMN "is_recovery" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "flow_state_user_idx" ON "auth"."flow_state" USING btree ("user_id") WHERE "auth"."flow_state"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "flow_state_linking_user_idx" ON "auth"."flow_state" USING btree ("linking_user_id") WHERE "auth"."flow_state"."linking_user_id" is not null;