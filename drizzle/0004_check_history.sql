CREATE TABLE "check_rollups" (
	"target_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"up_ms" integer NOT NULL,
	"down_ms" integer NOT NULL,
	"unknown_ms" integer NOT NULL,
	"unreachable_ms" integer NOT NULL,
	"maintenance_ms" integer NOT NULL,
	"paused_ms" integer NOT NULL,
	"checks" integer NOT NULL,
	"up" integer NOT NULL,
	"down" integer NOT NULL,
	"healthy" integer NOT NULL,
	"latency_count" integer NOT NULL,
	"latency_sum_ms" real NOT NULL,
	"latency_min_ms" real,
	"latency_max_ms" real,
	"latency_p50_ms" real,
	"latency_p95_ms" real,
	"hours" "bytea",
	CONSTRAINT "check_rollups_target_id_starts_at_pk" PRIMARY KEY("target_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "check_result_days" (
	"target_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"results" "bytea" NOT NULL,
	CONSTRAINT "check_result_days_target_id_starts_at_pk" PRIMARY KEY("target_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "check_result_hours" (
	"target_id" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"results" "bytea" NOT NULL,
	CONSTRAINT "check_result_hours_target_id_starts_at_pk" PRIMARY KEY("target_id","starts_at")
);
--> statement-breakpoint
DROP INDEX "check_results_at";--> statement-breakpoint
ALTER TABLE "check_rollups" ADD CONSTRAINT "check_rollups_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_result_days" ADD CONSTRAINT "check_result_days_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_result_hours" ADD CONSTRAINT "check_result_hours_target_id_check_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."check_targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_rollups_starts_at" ON "check_rollups" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "check_result_days_starts_at" ON "check_result_days" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "check_result_hours_starts_at" ON "check_result_hours" USING btree ("starts_at");--> statement-breakpoint
-- Packed already: PostgreSQL would try in vain.
ALTER TABLE "check_result_hours" ALTER COLUMN "results" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "check_result_days" ALTER COLUMN "results" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "check_rollups" ALTER COLUMN "hours" SET STORAGE EXTERNAL;
