ALTER TABLE "operator_log" DROP CONSTRAINT "operator_log_subscription_id_subscriptions_id_fk";
--> statement-breakpoint
ALTER TABLE "auth"."users" ADD COLUMN "demonstration" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_demonstration_idx" ON "auth"."users" USING btree ("id") WHERE "auth"."users"."demonstration";--> statement-breakpoint
-- Those that earlier versions made. Addresses under .example belong to no real person (RFC 2606).
UPDATE "auth"."users" SET "demonstration" = true WHERE lower("email") IN (
  'new@deadletter.example', 'monthly@deadletter.example', 'annual@deadletter.example', 'cancelled@deadletter.example',
  'reader@deadletter.example', 'overdue@deadletter.example', 'operator@deadletter.example');
