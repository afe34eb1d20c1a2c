CREATE TABLE "target_upkeep" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" text NOT NULL,
	"compared_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "target_upkeep_one_row" CHECK ("target_upkeep"."id" = 1)
);
