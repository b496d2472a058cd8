CREATE TABLE "subscriber_import_parts" (
	"import_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "subscriber_import_parts_import_id_part_pk" PRIMARY KEY("import_id","part")
);
--> statement-breakpoint
CREATE TABLE "subscriber_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"name" text,
	"email" text,
	"data" jsonb,
	"user_id" uuid,
	"subscription_id" uuid,
	"invited_at" timestamp (3) with time zone,
	CONSTRAINT "subscriber_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "subscriber_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"operator" text NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "imported_letters" smallint;--> statement-breakpoint
ALTER TABLE "subscriber_import_parts" ADD CONSTRAINT "subscriber_import_parts_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_import_rows" ADD CONSTRAINT "subscriber_import_rows_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriber_import_rows_state_idx" ON "subscriber_import_rows" USING btree ("import_id","state","line");--> statement-breakpoint
CREATE INDEX "subscriber_imports_created_idx" ON "subscriber_imports" USING btree ("created_at","id");