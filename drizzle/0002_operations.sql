CREATE TABLE "operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "operations_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" bigint NOT NULL,
	"subject" text,
	"state" text DEFAULT 'running' NOT NULL,
	"phase" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"is_cancel_requested" boolean DEFAULT false NOT NULL,
	"result" jsonb,
	"result_path" text,
	"error" text,
	"leased_until" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "kept_imports" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"rows" integer NOT NULL,
	"verdict_bytes" integer NOT NULL,
	"kept_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_import_verdicts" DROP CONSTRAINT "device_import_verdicts_import_id_device_imports_id_fk";
--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_imports" ADD CONSTRAINT "kept_imports_import_id_operations_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_position" ON "operations" USING btree ("position");--> statement-breakpoint
CREATE INDEX "operations_user" ON "operations" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "operations_running" ON "operations" USING btree ("leased_until") WHERE "operations"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "operations_ended" ON "operations" USING btree ("ended_at") WHERE "operations"."ended_at" IS NOT NULL;--> statement-breakpoint
-- Imports of the version before are operations. One that had not ended has no process any more.
INSERT INTO "operations" ("id", "kind", "user_id", "state", "done", "total", "is_cancel_requested", "result_path", "error",
		"leased_until", "started_at", "updated_at", "ended_at")
	SELECT "id", 'device_import', "user_id",
		CASE WHEN "phase" IN ('done', 'cancelled') THEN "phase" ELSE 'failed' END,
		"rows_done", "rows_total", "is_cancel_requested",
		CASE WHEN "verdict_bytes" IS NOT NULL THEN '/api/v1/topology/devices/imports/' || "id" || '/rows' END,
		CASE WHEN "phase" NOT IN ('done', 'cancelled', 'failed') THEN 'The service ended' END,
		"updated_at", "started_at", "updated_at", "updated_at"
	FROM "device_imports" ORDER BY "started_at", "id";--> statement-breakpoint
INSERT INTO "kept_imports" ("import_id", "rows", "verdict_bytes", "kept_at")
	SELECT "id", coalesce("rows_total", 0), "verdict_bytes", "started_at" FROM "device_imports" WHERE "verdict_bytes" IS NOT NULL;--> statement-breakpoint
DELETE FROM "device_import_verdicts" WHERE "import_id" NOT IN (SELECT "import_id" FROM "kept_imports");--> statement-breakpoint
ALTER TABLE "device_import_verdicts" ADD CONSTRAINT "device_import_verdicts_import_id_kept_imports_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."kept_imports"("import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DROP TABLE "device_imports" CASCADE;
