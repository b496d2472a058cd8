-- What the next charge will be, too: the account adds it up.
CREATE OR REPLACE FUNCTION "announce_provider_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', "user_id"::text)
    FROM (SELECT DISTINCT r."user_id"
            FROM "changed" c JOIN "before" b USING ("subscription_id") JOIN "subscription_readers" r ON r."subscription_id" = c."subscription_id"
           WHERE (c."raw_status", c."current_period_start", c."current_period_end", c."default_payment_method_id", c."next_charge_cents")
              IS DISTINCT FROM (b."raw_status", b."current_period_start", b."current_period_end", b."default_payment_method_id", b."next_charge_cents")) AS "touched";
  RETURN NULL;
END;
$$;
