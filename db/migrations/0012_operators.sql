ALTER TABLE "operators" DROP CONSTRAINT "operators_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "operator_id" uuid;--> statement-breakpoint
ALTER TABLE "operator_log" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_out_recipient_idx" ON "emails_out" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "gifts_recipient_email_idx" ON "gifts" USING btree (lower("recipient_email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "gifts_recipient_name_idx" ON "gifts" USING gin (to_tsvector('simple', "recipient_name"));--> statement-breakpoint
CREATE INDEX "invoices_paid_idx" ON "invoices" USING btree ("paid_at") WHERE "invoices"."status" = 'paid';--> statement-breakpoint
CREATE INDEX "mailing_pieces_trouble_age_idx" ON "mailing_pieces" USING btree ("state","updated_at","id") WHERE "mailing_pieces"."state" in ('set_aside', 'lost', 'returned');--> statement-breakpoint
CREATE INDEX "subscriptions_created_idx" ON "subscriptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_status_idx" ON "subscriptions" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "user_profiles_email_idx" ON "user_profiles" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_profiles_name_idx" ON "user_profiles" USING gin (to_tsvector('simple', coalesce("full_name", '')));--> statement-breakpoint
CREATE INDEX "operator_log_subject_idx" ON "operator_log" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "refunds_created_idx" ON "refunds" USING btree ("created_at");--> statement-breakpoint
-- What operators did is only ever added to.
CREATE FUNCTION "keep_operator_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_log is append-only';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "operator_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_operator_log"();
