CREATE TABLE "event_retention" (
	"id" smallint PRIMARY KEY NOT NULL,
	"last_run_at" timestamp (3) with time zone NOT NULL,
	"last_deleted" bigint NOT NULL,
	"last_error" text,
	"predicted_share" double precision NOT NULL,
	"refused_at" timestamp (3) with time zone,
	"refused_share" double precision
);
--> statement-breakpoint
ALTER TABLE "event_segments" ADD COLUMN "checksum" bigint;--> statement-breakpoint
ALTER TABLE "event_segments" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_segments" ADD COLUMN "damaged_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "event_segments_deleted" ON "event_segments" USING btree ("deleted_at") WHERE "event_segments"."deleted_at" IS NOT NULL;