-- A sealed theory stays as it was sealed (decision 112): no call, clock or second tab changes it, and erasure alone deletes it.
CREATE FUNCTION guard_sealed_theory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('case_file.erasing', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a sealed theory is never changed';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER case_theories_sealed
  BEFORE DELETE OR UPDATE ON case_theories
  FOR EACH ROW
  WHEN (old.sealed_at IS NOT NULL)
  EXECUTE FUNCTION guard_sealed_theory();
--> statement-breakpoint
CREATE TRIGGER case_theories_not_truncated
  BEFORE TRUNCATE ON case_theories
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
-- The steps on the way to a sealed theory are as closed as the theory; those of the seal itself come before it.
CREATE FUNCTION guard_sealed_steps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step case_theory_steps%ROWTYPE;
BEGIN
  step := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  IF TG_OP = 'DELETE' AND current_setting('case_file.erasing', true) = 'on' THEN
    RETURN OLD;
  END IF;
  IF EXISTS (
    SELECT 1 FROM case_theories t
    WHERE t.user_id = step.user_id AND t.season_id = step.season_id AND t.sealed_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'a sealed theory is never changed';
  END IF;
  RETURN step;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER case_theory_steps_sealed
  BEFORE DELETE OR INSERT OR UPDATE ON case_theory_steps
  FOR EACH ROW
  EXECUTE FUNCTION guard_sealed_steps();
