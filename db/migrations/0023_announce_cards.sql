-- A card that is renewed by its bank keeps its id, so that no subscription changes with it. A reading writes all cards of a person anew;
-- it is made when the provider tells of one of them, or when one differs, and telling a dashboard once too often does no harm.
CREATE TRIGGER "cards_on_file_announced_insert" AFTER INSERT ON "cards_on_file" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account"();--> statement-breakpoint
CREATE TRIGGER "cards_on_file_announced_delete" AFTER DELETE ON "cards_on_file" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_account"();
