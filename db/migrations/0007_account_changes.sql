-- Whatever an account shows of its subscriptions: who has changed it, and however, the open dashboards hear of it when it commits.
CREATE FUNCTION "announce_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT "user_id" FROM "changed" WHERE "user_id" IS NOT NULL) AS "touched";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "announce_account_of_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT s."user_id" FROM "changed" c JOIN "subscriptions" s ON s."id" = c."subscription_id") AS "touched";
  RETURN NULL;
END;
$$;--> statement-breakpoint
-- Each reading writes this row; only what is shown of it is news.
CREATE FUNCTION "announce_provider_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT s."user_id"
            FROM "changed" c JOIN "before" b USING ("subscription_id") JOIN "subscriptions" s ON s."id" = c."subscription_id"
           WHERE (c."raw_status", c."current_period_start", c."current_period_end")
              IS DISTINCT FROM (b."raw_status", b."current_period_start", b."current_period_end")) AS "touched";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "subscriptions_announced_insert" AFTER INSERT ON "subscriptions" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account"();--> statement-breakpoint
CREATE TRIGGER "subscriptions_announced_update" AFTER UPDATE ON "subscriptions" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account"();--> statement-breakpoint
CREATE TRIGGER "shipping_addresses_announced_update" AFTER UPDATE ON "shipping_addresses" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account"();--> statement-breakpoint
CREATE TRIGGER "invoices_announced_insert" AFTER INSERT ON "invoices" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "invoices_announced_update" AFTER UPDATE ON "invoices" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "refunds_announced_insert" AFTER INSERT ON "refunds" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "refunds_announced_update" AFTER UPDATE ON "refunds" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "mailing_pieces_announced_insert" AFTER INSERT ON "mailing_pieces" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "mailing_pieces_announced_update" AFTER UPDATE ON "mailing_pieces" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "provider_subscriptions_announced" AFTER UPDATE ON "provider_subscriptions" REFERENCING OLD TABLE AS "before" NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_provider_state"();
