CREATE TABLE "auth"."recovery_codes" (
	"factor_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_factor_id_code_hash_pk" PRIMARY KEY("factor_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "auth"."mfa_factors" ADD COLUMN "opens_console" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "enrolment_code_hash" "bytea";--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "enrolment_code_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth"."sessions" ADD COLUMN "by_recovery_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."recovery_codes" ADD CONSTRAINT "recovery_codes_factor_id_mfa_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "auth"."mfa_factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "auth"."mfa_factors" f SET "opens_console" = true FROM "operators" o
 WHERE o."user_id" = f."user_id" AND f."status" = 'verified' AND f."created_at" <= o."granted_at";
--> statement-breakpoint
UPDATE "auth"."sessions" s SET "not_after" = CASE WHEN EXISTS (SELECT 1 FROM "operators" o WHERE o."user_id" = s."user_id")
  THEN now() + interval '12 hours' ELSE s."created_at" + interval '180 days' END
 WHERE s."not_after" IS NULL;
