-- The default fills the rows that are there without rewriting them; new rows are filled by the trigger.
ALTER TABLE "invoices" ADD COLUMN "months_billed" smallint DEFAULT 1;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "months_billed" DROP DEFAULT;--> statement-breakpoint
UPDATE "invoices" SET "months_billed" = 0 WHERE "billing_reason" NOT IN ('subscription_create', 'subscription_cycle');--> statement-breakpoint
UPDATE "invoices" i SET "months_billed" = 12 FROM "subscriptions" s WHERE s."id" = i."subscription_id" AND s."plan_type" = 'annual' AND i."months_billed" = 1;--> statement-breakpoint
CREATE FUNCTION fill_months_billed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."months_billed" := CASE
    WHEN NEW."billing_reason" NOT IN ('subscription_create', 'subscription_cycle') THEN 0
    ELSE (SELECT CASE "plan_type" WHEN 'annual' THEN 12 ELSE 1 END FROM "subscriptions" WHERE "id" = NEW."subscription_id")
  END;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "invoices_fill_months_billed" BEFORE INSERT ON "invoices"
  FOR EACH ROW WHEN (NEW."months_billed" IS NULL) EXECUTE FUNCTION fill_months_billed();
