-- The log of accounts is only ever added to: addresses of networks go with their user, and what is older than its time with the nightly sweep.
CREATE FUNCTION guard_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."ip" IS NULL
     AND (NEW."id", NEW."user_id", NEW."action", NEW."detail", NEW."succeeded", NEW."created_at")
       IS NOT DISTINCT FROM (OLD."id", OLD."user_id", OLD."action", OLD."detail", OLD."succeeded", OLD."created_at") THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND current_setting('audit_log.sweeping', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only
  BEFORE DELETE OR UPDATE ON "auth"."audit_log"
  FOR EACH ROW
  EXECUTE FUNCTION guard_audit_log();
--> statement-breakpoint
CREATE TRIGGER audit_log_not_truncated
  BEFORE TRUNCATE ON "auth"."audit_log"
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_history_change();
