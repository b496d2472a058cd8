-- A run moves a million letters at once: that is no news for each of a million dashboards, and gathering it would cost more than the
-- run. What happens to a letter that has been posted is; of small batches the hand-over itself tells.
DROP TRIGGER "mailing_pieces_announced_insert" ON "mailing_pieces";--> statement-breakpoint
DROP TRIGGER "mailing_pieces_announced_update" ON "mailing_pieces";--> statement-breakpoint
CREATE FUNCTION "announce_letter"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account_changes', s."user_id"::text) FROM "subscriptions" s WHERE s."id" = NEW."subscription_id";
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "mailing_pieces_announced" AFTER UPDATE ON "mailing_pieces" FOR EACH ROW
  WHEN (OLD."handed_over_on" IS NOT NULL AND (OLD."state", OLD."confirmed_at") IS DISTINCT FROM (NEW."state", NEW."confirmed_at"))
  EXECUTE FUNCTION "announce_letter"();
