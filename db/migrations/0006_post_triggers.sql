-- The history of the post is only ever added to.
CREATE FUNCTION "keep_mailing_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'mailing_events is append-only';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "mailing_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "mailing_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_mailing_events"();--> statement-breakpoint
-- Whoever changes an address, and however: what stood before is kept until the changed row says it was changed.
CREATE FUNCTION "keep_address_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "address_versions" ("address_id", "address", "valid_until") VALUES (OLD."id", jsonb_build_object(
    'fullName', OLD."full_name", 'addressLine1', OLD."address_line_1", 'addressLine2', OLD."address_line_2",
    'city', OLD."city", 'stateProvince', OLD."state_province", 'postalCode', OLD."postal_code",
    'country', OLD."country", 'countryName', OLD."country_name"), NEW."updated_at");
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "shipping_addresses_keep_version" AFTER UPDATE ON "shipping_addresses" FOR EACH ROW
  WHEN ((OLD."full_name", OLD."address_line_1", OLD."address_line_2", OLD."city", OLD."state_province", OLD."postal_code", OLD."country", OLD."country_name")
    IS DISTINCT FROM (NEW."full_name", NEW."address_line_1", NEW."address_line_2", NEW."city", NEW."state_province", NEW."postal_code", NEW."country", NEW."country_name"))
  EXECUTE FUNCTION "keep_address_version"();
