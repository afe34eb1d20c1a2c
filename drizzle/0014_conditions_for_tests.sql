CREATE TABLE "collector_reports" (
	"collector" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_percent" real NOT NULL,
	"free_bytes" bigint NOT NULL,
	"shortage" text,
	"lost" jsonb
);
--> statement-breakpoint
ALTER TABLE "ip_reservations" ADD COLUMN "reminded_for" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "check_results_down" ON "check_results" USING btree ("at") WHERE "check_results"."raw_status" = 'down';