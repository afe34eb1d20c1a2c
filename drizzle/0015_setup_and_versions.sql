CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"clock_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"setup_nonce" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "started_versions" (
	"version" text PRIMARY KEY NOT NULL,
	"first_started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- A database whose jobs have run is not new: nobody may set it up from anywhere, however empty it is.
INSERT INTO "installation" ("created_at")
	SELECT CASE WHEN EXISTS (SELECT FROM "job_leases") THEN to_timestamp(0) ELSE now() END;
