ALTER TABLE "event_segments" ADD COLUMN "addresses" "bytea";--> statement-breakpoint
ALTER TABLE "event_segments" ALTER COLUMN "addresses" SET STORAGE EXTERNAL;
