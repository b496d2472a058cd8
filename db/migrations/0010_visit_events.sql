CREATE TABLE "visit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"name" text NOT NULL,
	"path" text NOT NULL,
	"detail" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visit_events_name_check" CHECK ("visit_events"."name" in ('page_view', 'click', 'form_submit', 'sign_up', 'login', 'scroll', 'faq_view'))
);
--> statement-breakpoint
CREATE INDEX "visit_events_happened_idx" ON "visit_events" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "visit_events_batch_idx" ON "visit_events" USING btree ("batch_id");