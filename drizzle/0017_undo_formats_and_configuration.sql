CREATE TABLE "configuration_applies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "configuration_applies_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"username" text NOT NULL,
	"note" text,
	"format" text NOT NULL,
	"bundle" text NOT NULL,
	"only" text[],
	"prune" text[] NOT NULL,
	"counts" jsonb NOT NULL,
	"sentences" text[] NOT NULL,
	"audit_id" bigint,
	"ended_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_formats" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_formats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text,
	"enabled" boolean NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"reads" text NOT NULL,
	"pattern" text,
	"vendor" text,
	"conditions" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_formats_name" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "check_results" DROP CONSTRAINT "check_results_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "check_rollups" DROP CONSTRAINT "check_rollups_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "incidents" DROP CONSTRAINT "incidents_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "check_result_days" DROP CONSTRAINT "check_result_days_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "check_result_hours" DROP CONSTRAINT "check_result_hours_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "state_changes" DROP CONSTRAINT "state_changes_target_id_check_targets_id_fk";
--> statement-breakpoint
ALTER TABLE "configuration_applies" ADD CONSTRAINT "configuration_applies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configuration_applies_position" ON "configuration_applies" USING btree ("position");