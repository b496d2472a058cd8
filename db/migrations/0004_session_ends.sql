-- Every process hears at once which sessions end, and those of users who are shut out.
CREATE FUNCTION announce_session_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ends', "id"::text) FROM "ended";
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION announce_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ends', NEW."id"::text);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION announce_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ends', "id"::text) FROM "auth"."sessions" WHERE "user_id" = NEW."id";
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER sessions_ends_announced
  AFTER DELETE ON "auth"."sessions" REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_session_ends();
--> statement-breakpoint
CREATE TRIGGER sessions_shortening_announced
  AFTER UPDATE OF "not_after" ON "auth"."sessions"
  FOR EACH ROW
  WHEN (old.not_after IS DISTINCT FROM new.not_after)
  EXECUTE FUNCTION announce_session();
--> statement-breakpoint
CREATE TRIGGER users_ban_announced
  AFTER UPDATE OF "banned_until" ON "auth"."users"
  FOR EACH ROW
  WHEN (old.banned_until IS DISTINCT FROM new.banned_until)
  EXECUTE FUNCTION announce_sessions_of_user();
