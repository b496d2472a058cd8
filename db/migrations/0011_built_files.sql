CREATE TABLE "built_files" (
	"path" text PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
