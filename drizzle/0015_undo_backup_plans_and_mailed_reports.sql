CREATE TABLE "backup_plan" (
	"id" smallint PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_target" (
	"id" smallint PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"endpoint" text NOT NULL,
	"region" text NOT NULL,
	"bucket" text NOT NULL,
	"prefix" text NOT NULL,
	"path_style" boolean NOT NULL,
	"access_key_id" text NOT NULL,
	"secret_access_key" text NOT NULL,
	"passphrase" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_trials" (
	"place" text NOT NULL,
	"filename" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"took_ms" bigint NOT NULL,
	"is_by_hand" boolean NOT NULL,
	"error" text,
	CONSTRAINT "backup_trials_place_filename_pk" PRIMARY KEY("place","filename")
);
--> statement-breakpoint
CREATE TABLE "mailed_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"schedule_id" bigint NOT NULL,
	"content" "bytea",
	"recipients" text[] NOT NULL,
	"outcomes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"cadence" text NOT NULL,
	"weekday" integer NOT NULL,
	"day_of_month" integer NOT NULL,
	"time" text NOT NULL,
	"time_zone" text NOT NULL,
	"days" integer NOT NULL,
	"paper" text NOT NULL,
	"recipient_user_ids" bigint[] NOT NULL,
	"recipient_addresses" text[] NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"last_status" text,
	"last_error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"claim_token" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backup_runs" ADD COLUMN "place" text DEFAULT 'folder' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailed_reports" ADD CONSTRAINT "mailed_reports_schedule_id_report_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."report_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailed_reports_schedule" ON "mailed_reports" USING btree ("schedule_id","made_at");--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("due_at") WHERE "report_schedules"."is_enabled";--> statement-breakpoint
CREATE INDEX "report_schedules_owner" ON "report_schedules" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "audit_log_imported" ON "audit_log" USING gin ((after -> 'created') jsonb_path_ops) WHERE action LIKE 'topology.devices_bulk_imported%';--> statement-breakpoint
CREATE INDEX "audit_log_updated_by_import" ON "audit_log" USING gin ((before -> 'updated')) WHERE action LIKE 'topology.devices_bulk_imported%';--> statement-breakpoint
CREATE INDEX "audit_log_bulk_updated" ON "audit_log" USING gin (before) WHERE action = 'topology.devices_bulk_updated';