-- Whom a subscription is shown to: its owner, and whoever has claimed it as a gift.
CREATE VIEW "subscription_readers" AS
  SELECT "id" AS "subscription_id", "user_id" FROM "subscriptions"
  UNION ALL
  SELECT s."id", g."claimed_by" FROM "subscriptions" s JOIN "gifts" g ON g."id" = s."gift_id" WHERE g."claimed_by" IS NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_account_of_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT r."user_id" FROM "changed" c JOIN "subscription_readers" r ON r."subscription_id" = c."subscription_id") AS "touched";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_letter"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', r."user_id"::text) FROM "subscription_readers" r WHERE r."subscription_id" = NEW."subscription_id";
  RETURN NULL;
END;
$$;--> statement-breakpoint
-- The card, too: billing shows the one that renewals are charged to.
CREATE OR REPLACE FUNCTION "announce_provider_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT r."user_id"
            FROM "changed" c JOIN "before" b USING ("subscription_id") JOIN "subscription_readers" r ON r."subscription_id" = c."subscription_id"
           WHERE (c."raw_status", c."current_period_start", c."current_period_end", c."default_payment_method_id")
              IS DISTINCT FROM (b."raw_status", b."current_period_start", b."current_period_end", b."default_payment_method_id")) AS "touched";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "announce_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT r."user_id" FROM "changed" c JOIN "subscription_readers" r ON r."subscription_id" = c."id") AS "touched";
  RETURN NULL;
END;
$$;--> statement-breakpoint
DROP TRIGGER "subscriptions_announced_insert" ON "subscriptions";--> statement-breakpoint
DROP TRIGGER "subscriptions_announced_update" ON "subscriptions";--> statement-breakpoint
CREATE TRIGGER "subscriptions_announced_insert" AFTER INSERT ON "subscriptions" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_subscription"();--> statement-breakpoint
CREATE TRIGGER "subscriptions_announced_update" AFTER UPDATE ON "subscriptions" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_subscription"();--> statement-breakpoint
CREATE TRIGGER "shipping_addresses_announced_insert" AFTER INSERT ON "shipping_addresses" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account"();--> statement-breakpoint
CREATE TRIGGER "shipping_addresses_announced_delete" AFTER DELETE ON "shipping_addresses" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account"();--> statement-breakpoint
-- A new gift is a draft, which no account shows; once it is paid for, its subscription tells. Whoever loses a gift hears of it as well.
CREATE FUNCTION "announce_gift"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "reader"::text)
    FROM (SELECT "user_id" AS "reader" FROM "changed" UNION SELECT "claimed_by" FROM "changed" UNION SELECT "claimed_by" FROM "before") AS "touched"
   WHERE "reader" IS NOT NULL;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "gifts_announced" AFTER UPDATE ON "gifts" REFERENCING OLD TABLE AS "before" NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_gift"();--> statement-breakpoint
CREATE TRIGGER "mail_holds_announced_insert" AFTER INSERT ON "mail_holds" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "mail_holds_announced_update" AFTER UPDATE ON "mail_holds" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "temporary_addresses_announced_insert" AFTER INSERT ON "temporary_addresses" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "temporary_addresses_announced_update" AFTER UPDATE ON "temporary_addresses" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "reships_announced_insert" AFTER INSERT ON "reships" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();--> statement-breakpoint
CREATE TRIGGER "reships_announced_update" AFTER UPDATE ON "reships" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account_of_subscription"();
