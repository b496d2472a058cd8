-- What the tables do by themselves: announce changes to open dashboards, record former addresses, and keep histories as they are.
CREATE VIEW "subscription_viewers" AS
  SELECT "id" AS "subscription_id", "user_id" FROM "subscriptions"
  UNION ALL
  SELECT s."id", g."claimed_by" FROM "subscriptions" s JOIN "gifts" g ON g."id" = s."gift_id" WHERE g."claimed_by" IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION announce_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT "user_id" FROM "changed" WHERE "user_id" IS NOT NULL) AS "touched";
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION announce_account_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT r."user_id" FROM "changed" c JOIN "subscription_viewers" r ON r."subscription_id" = c."subscription_id") AS "touched";
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION announce_gift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "viewer"::text)
    FROM (SELECT "user_id" AS "viewer" FROM "changed" UNION SELECT "claimed_by" FROM "changed" UNION SELECT "claimed_by" FROM "before") AS "touched"
   WHERE "viewer" IS NOT NULL;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION announce_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', r."user_id"::text) FROM "subscription_viewers" r WHERE r."subscription_id" = NEW."subscription_id";
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION announce_stripe_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT r."user_id"
            FROM "changed" c JOIN "before" b USING ("subscription_id") JOIN "subscription_viewers" r ON r."subscription_id" = c."subscription_id"
           WHERE (c."raw_status", c."current_period_start", c."current_period_end", c."default_payment_method_id", c."next_charge_cents")
              IS DISTINCT FROM (b."raw_status", b."current_period_start", b."current_period_end", b."default_payment_method_id", b."next_charge_cents")) AS "touched";
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION announce_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT r."user_id" FROM "changed" c JOIN "subscription_viewers" r ON r."subscription_id" = c."id") AS "touched";
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION record_address_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "address_versions" ("address_id", "address", "valid_until") VALUES (OLD."id", jsonb_build_object(
    'fullName', OLD."full_name", 'addressLine1', OLD."address_line_1", 'addressLine2', OLD."address_line_2",
    'city', OLD."city", 'stateProvince', OLD."state_province", 'postalCode', OLD."postal_code",
    'country', OLD."country", 'countryName', OLD."country_name"), NEW."updated_at");
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER cards_on_file_announced_delete
  AFTER DELETE ON cards_on_file REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account();
--> statement-breakpoint
CREATE TRIGGER cards_on_file_announced_insert
  AFTER INSERT ON cards_on_file REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account();
--> statement-breakpoint
CREATE TRIGGER delivery_holds_announced_insert
  AFTER INSERT ON delivery_holds REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER delivery_holds_announced_update
  AFTER UPDATE ON delivery_holds REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER gifts_announced
  AFTER UPDATE ON gifts REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_gift();
--> statement-breakpoint
CREATE TRIGGER invoices_announced_insert
  AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER invoices_announced_update
  AFTER UPDATE ON invoices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER mailing_events_append_only
  BEFORE DELETE OR UPDATE OR TRUNCATE ON mailing_events
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER mailing_pieces_announced
  AFTER UPDATE ON mailing_pieces
  FOR EACH ROW
  WHEN (old.handed_over_on IS NOT NULL AND (old.state, old.confirmed_at) IS DISTINCT FROM (new.state, new.confirmed_at))
  EXECUTE FUNCTION announce_letter();
--> statement-breakpoint
CREATE TRIGGER operator_log_append_only
  BEFORE DELETE OR UPDATE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER refunds_announced_insert
  AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER refunds_announced_update
  AFTER UPDATE ON refunds REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER reships_announced_insert
  AFTER INSERT ON reships REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER reships_announced_update
  AFTER UPDATE ON reships REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER shipping_addresses_announced_delete
  AFTER DELETE ON shipping_addresses REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account();
--> statement-breakpoint
CREATE TRIGGER shipping_addresses_announced_insert
  AFTER INSERT ON shipping_addresses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account();
--> statement-breakpoint
CREATE TRIGGER shipping_addresses_announced_update
  AFTER UPDATE ON shipping_addresses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account();
--> statement-breakpoint
CREATE TRIGGER shipping_addresses_record_version
  AFTER UPDATE ON shipping_addresses
  FOR EACH ROW
  WHEN ((old.full_name, old.address_line_1, old.address_line_2, old.city, old.state_province, old.postal_code, old.country, old.country_name)
    IS DISTINCT FROM (new.full_name, new.address_line_1, new.address_line_2, new.city, new.state_province, new.postal_code, new.country, new.country_name))
  EXECUTE FUNCTION record_address_version();
--> statement-breakpoint
CREATE TRIGGER stripe_subscriptions_announced
  AFTER UPDATE ON stripe_subscriptions REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_stripe_state();
--> statement-breakpoint
CREATE TRIGGER subscriptions_announced_insert
  AFTER INSERT ON subscriptions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_subscription();
--> statement-breakpoint
CREATE TRIGGER subscriptions_announced_update
  AFTER UPDATE ON subscriptions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_subscription();
--> statement-breakpoint
CREATE TRIGGER temporary_addresses_announced_insert
  AFTER INSERT ON temporary_addresses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
--> statement-breakpoint
CREATE TRIGGER temporary_addresses_announced_update
  AFTER UPDATE ON temporary_addresses REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_account_of_subscription();
