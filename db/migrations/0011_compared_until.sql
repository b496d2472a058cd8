CREATE TABLE "compared_until" (
	"list" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
