ALTER TABLE "event_segments" ADD COLUMN "numbers" "bytea";--> statement-breakpoint
ALTER TABLE "event_segments" ALTER COLUMN "numbers" SET STORAGE EXTERNAL;
