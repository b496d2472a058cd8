CREATE TABLE "case_letter_faults" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"letter" smallint NOT NULL,
	"says" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_opened_hints" (
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"puzzle" text NOT NULL,
	"rung" smallint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_opened_hints_user_id_season_id_puzzle_rung_pk" PRIMARY KEY("user_id","season_id","puzzle","rung"),
	CONSTRAINT "case_opened_hints_rung_check" CHECK ("case_opened_hints"."rung" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "case_opened_letters" (
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"letter" smallint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_opened_letters_user_id_season_id_letter_pk" PRIMARY KEY("user_id","season_id","letter"),
	CONSTRAINT "case_opened_letters_letter_check" CHECK ("case_opened_letters"."letter" between 1 and 24)
);
--> statement-breakpoint
CREATE TABLE "case_theories" (
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"who" text,
	"how" text,
	"why" text,
	"words" text NOT NULL,
	"letters" smallint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"sealed_at" timestamp (3) with time zone,
	CONSTRAINT "case_theories_user_id_season_id_pk" PRIMARY KEY("user_id","season_id"),
	CONSTRAINT "case_theories_sealed_check" CHECK ("case_theories"."sealed_at" is null or ("case_theories"."who" is not null and "case_theories"."how" is not null and "case_theories"."why" is not null))
);
--> statement-breakpoint
CREATE TABLE "case_theory_steps" (
	"user_id" uuid NOT NULL,
	"season_id" text NOT NULL,
	"letters" smallint NOT NULL,
	"who" text,
	"how" text,
	"why" text,
	CONSTRAINT "case_theory_steps_user_id_season_id_letters_pk" PRIMARY KEY("user_id","season_id","letters")
);
--> statement-breakpoint
CREATE TABLE "letter_pictures" (
	"key" text NOT NULL,
	"page" smallint NOT NULL,
	"svg" "bytea" NOT NULL,
	CONSTRAINT "letter_pictures_key_page_pk" PRIMARY KEY("key","page")
);
--> statement-breakpoint
CREATE TABLE "letter_screens" (
	"key" text PRIMARY KEY NOT NULL,
	"passages" jsonb NOT NULL,
	"name_places" jsonb NOT NULL,
	"pages" smallint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_letter_faults" ADD CONSTRAINT "case_letter_faults_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_opened_hints" ADD CONSTRAINT "case_opened_hints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_opened_letters" ADD CONSTRAINT "case_opened_letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_theories" ADD CONSTRAINT "case_theories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_theory_steps" ADD CONSTRAINT "case_theory_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_pictures" ADD CONSTRAINT "letter_pictures_key_letter_screens_key_fk" FOREIGN KEY ("key") REFERENCES "public"."letter_screens"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_letter_faults_user_idx" ON "case_letter_faults" USING btree ("user_id","reported_at");--> statement-breakpoint
CREATE INDEX "case_letter_faults_age_idx" ON "case_letter_faults" USING btree ("reported_at","id");--> statement-breakpoint
CREATE INDEX "case_opened_hints_season_idx" ON "case_opened_hints" USING btree ("season_id","puzzle");--> statement-breakpoint
CREATE INDEX "case_opened_letters_season_idx" ON "case_opened_letters" USING btree ("season_id","letter");--> statement-breakpoint
CREATE INDEX "case_theories_sealed_idx" ON "case_theories" USING btree ("season_id","sealed_at") WHERE "case_theories"."sealed_at" is not null;